/* The runtime's core without a program around it: a trace in ordinary memory, one source of input, and the entry
 * points that compiled code calls. */
#ifndef BRAID_TEST_RUNTIME_WORLD_H
#define BRAID_TEST_RUNTIME_WORLD_H

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the runtime once; `capacity` nodes and events. */
void world_open(uint64_t capacity);
/* A new run with these bytes as the only source. */
void world_begin(const uint8_t *input, size_t size);
const braid_trace *world_trace(void);
/* Why the runtime ended the run, BRAID_END_NONE while it goes on. */
uint32_t world_end(void);

braid_label world_input(uint32_t offset);
/* As compiled code calls them; word is made from operation and widths. */
braid_label world_node1(uint32_t op, uint32_t width, uint32_t operand_width, braid_label la, uint64_t a,
                        uint64_t result);
braid_label world_node2(uint32_t op, uint32_t width, uint32_t operand_width, braid_label la, braid_label lb,
                        uint64_t a, uint64_t b, uint64_t result);
braid_label world_checked(uint32_t op, uint32_t width, uint32_t operand_width, const braid_label *labels,
                          const uint64_t *values);
braid_label world_choose(uint32_t width, const braid_label *labels, const uint64_t *values);
braid_label world_extract(braid_label la, uint32_t low, uint32_t width);
braid_label world_step(braid_label lbase, braid_label lindex, uint32_t index_width, uint64_t base, uint64_t index,
                       uint64_t scale);
braid_label world_load(const void *address, uint64_t bytes);
void world_store(void *address, uint64_t bytes, braid_label label);
void world_move(void *to, const void *from, uint64_t bytes);
void world_fill(void *to, uint64_t bytes, braid_label byte);
void world_clear(void *address, uint64_t bytes);
bool world_any(const void *address, uint64_t bytes);
/* The byte of the coarse map for this address. */
uint8_t world_coarse(const void *address);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
