/* Leaving functions without returning (jumps.c, models/jumps.c). */
#ifndef BRAID_RUNTIME_JUMPS_H
#define BRAID_RUNTIME_JUMPS_H

#include "runtime/api.h"

/* longjmp and its like */
typedef void braid_jump_function(void *environment, int value) __attribute__((noreturn));

/* Jumps with the value at that address, and its label. */
__attribute__((noreturn)) void braid_jump(braid_jump_function *jump, void *environment, int *value);

#endif
