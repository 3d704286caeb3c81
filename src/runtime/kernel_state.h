/* What the kernel remembers for a process besides its memory and its descriptors: signals, timers, its
 * name, the current folder. A run must find all of it as the first run did. */
#ifndef BRAID_RUNTIME_KERNEL_STATE_H
#define BRAID_RUNTIME_KERNEL_STATE_H

#include "runtime/core.h"

/* Figures of this process, from one read of /proc/self/stat. */
typedef struct braid_figures {
  uint64_t threads;
  uint64_t faults;                          /* of pages, those that needed no disk */
  uint64_t address_space;                   /* bytes mapped */
  uint64_t ignored_signals, caught_signals; /* bit n-1 is signal n */
} braid_figures;

/* What this process has used so far. */
typedef struct braid_usage {
  uint64_t faults; /* as above */
  uint64_t cpu_nanoseconds;
} braid_usage;

/* In a child that will be restarted: remembers all that. Returns null or what is in the way of a restart. */
BRAID_HIDDEN const char *braid_kernel_keep(void);
BRAID_HIDDEN bool braid_figures_read(braid_figures *figures);
BRAID_HIDDEN void braid_usage_read(braid_usage *usage);
/* Puts back what can be put back, with all signals blocked. Returns null or what cannot. */
BRAID_HIDDEN const char *braid_kernel_put_back(braid_figures *figures);
/* In a process that the program forked: the runtime's descriptors are not its business. */
BRAID_HIDDEN void braid_kernel_forget(void);

#endif
