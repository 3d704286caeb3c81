/* Blocks of the heap, told by the malloc family (allocation.c). */
#ifndef BRAID_RUNTIME_BLOCKS_H
#define BRAID_RUNTIME_BLOCKS_H

#include <stdint.h>

/* `asked` bytes were asked for, the block has `usable`. */
void __braid_block_given(void *block, uint64_t asked, uint64_t usable);
void __braid_block_taken(void *block);

#endif
