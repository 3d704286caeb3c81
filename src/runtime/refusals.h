/* Allocations that failed. Under a limit that the engine has set, a program can be refused memory that it would
 * get without Braid, and goes another way then: that has to be said. */
#ifndef BRAID_RUNTIME_REFUSALS_H
#define BRAID_RUNTIME_REFUSALS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* There was no memory for that many bytes. The first refusal of a run is the one that is told. */
void __braid_refused(uint64_t bytes);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
