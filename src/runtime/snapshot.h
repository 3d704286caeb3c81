/* A copy of the program's memory, to put it back after a run. */
#ifndef BRAID_RUNTIME_SNAPSHOT_H
#define BRAID_RUNTIME_SNAPSHOT_H

#include "runtime/core.h"
#include "runtime/kernel_state.h"

/* Memory that a restart leaves alone. It is shared memory, which does not count against the memory limit of the
 * program: the limit is the same for a run in a fork and in a restarted process. Null if there is none. */
BRAID_HIDDEN void *braid_snapshot_memory(uint64_t bytes);
/* Returns null or what is in the way of a restart. */
BRAID_HIDDEN const char *braid_snapshot_take(void);
/* After the copy was taken: how large the address space is (braid_figures). */
BRAID_HIDDEN void braid_snapshot_expect(uint64_t address_space);

/* The end of the heap; before the size of the address space is asked for. */
BRAID_HIDDEN bool braid_snapshot_put_heap_back(void);
/* Must not run on the program's stack. `before` is what the kernel says now, `after` what it says in the end.
 * Returns null or why the memory cannot be put back. */
BRAID_HIDDEN const char *braid_snapshot_put_back(const braid_figures *before, braid_usage *after);
/* Putting back has become much slower than it was for this process: a new one is better. */
BRAID_HIDDEN bool braid_snapshot_worn(void);
/* In a process that the program forked. */
BRAID_HIDDEN void braid_snapshot_forget(void);

#endif
