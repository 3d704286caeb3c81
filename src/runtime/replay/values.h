/* See values.c. */
#ifndef BRAID_RUNTIME_REPLAY_VALUES_H
#define BRAID_RUNTIME_REPLAY_VALUES_H

#include <stddef.h>

/* This memory has values that the program may use: they came from a test. */
void braid_set_values(const void *memory, size_t bytes);

#endif
