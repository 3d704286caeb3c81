/* Input that the program asks for before the point where runs begin; see early.c. Each of these does nothing once
 * that point is reached, and in a program that the engine did not start. */
#ifndef BRAID_RUNTIME_EARLY_H
#define BRAID_RUNTIME_EARLY_H

#include "runtime/core.h"

/* A file of which the program reads bytes, length or place. */
BRAID_HIDDEN void braid_early_file(uint64_t device, uint64_t inode);
/* An input of this kind (enum braid_source_kind), whichever it is. */
BRAID_HIDDEN void braid_early_kind(uint32_t kind);

#endif
