/* Objects of the program: variables, blocks of the heap, literals. Asked for only where an address depends on
 * input; the rest of the program pays nothing for them but what it costs to note where they begin. */
#ifndef BRAID_RUNTIME_OBJECTS_H
#define BRAID_RUNTIME_OBJECTS_H

#include "runtime/core.h"

typedef struct braid_object {
  uint64_t address, bytes; /* 0 bytes: none */
} braid_object;

/* objects.c: the object that has this byte. */
BRAID_HIDDEN braid_object braid_object_at(uint64_t address);
/* blocks.c: the same for the heap. */
BRAID_HIDDEN braid_object braid_block_at(uint64_t address);

#endif
