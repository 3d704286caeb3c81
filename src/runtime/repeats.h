/* Whether a process computes the same for ever: see repeats.c. */
#ifndef BRAID_RUNTIME_REPEATS_H
#define BRAID_RUNTIME_REPEATS_H

#include <stdbool.h>
#include <stdint.h>

/* Memory that says nothing of what the program will do. */
typedef struct braid_aside {
  uintptr_t begin, end;
} braid_aside;

/* True: the process, a child of this one, is in a state that it was in before, and nothing but itself can change
 * that; it will never end. It goes on with `signal` then. False: it goes on as it was, has ended, or is about to;
 * nobody has waited for it. Takes half a second at most, on a machine that has it. */
__attribute__((visibility("hidden"))) bool braid_repeats(int process, int signal, const braid_aside *asides,
                                                         uint32_t aside_count);

#endif
