#include "world.h"

#include "runtime/core.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

braid_state *__braid_state = NULL;
uint8_t *__braid_coarse = NULL;
uint64_t __braid_coarse_mask = 0;

static jmp_buf way_out; /* from the runtime, when it ends the run */
static uint32_t ended;

void braid_own_mapping(void *begin, void *end) {
  (void)begin;
  (void)end;
}

_Noreturn void braid_run_end(uint32_t end, int status) {
  (void)status;
  ended = end;
  __braid_state->active = false;
  longjmp(way_out, 1);
}

void world_open(uint64_t capacity) {
  static braid_state state;
  memset(&state, 0, sizeof state);
  uint64_t areas[][2] = {{64, sizeof(braid_source)},
                         {1 << 16, 1},
                         {capacity, sizeof(braid_node)},
                         {capacity, sizeof(braid_event)},
                         {16, sizeof(braid_site)},
                         {16, sizeof(uint64_t)},
                         {1 << 12, 1},
                         {16, 1},
                         {16, sizeof(braid_edge)},
                         {1 << 16, 1}};
  uint64_t total = sizeof(braid_trace);
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    total += (areas[i][0] * areas[i][1] + 15) & ~15ull;
  braid_trace *trace = calloc(1, total);
  memcpy(trace->magic, BRAID_TRACE_MAGIC, sizeof trace->magic);
  trace->version = BRAID_TRACE_VERSION;
  trace->header_bytes = sizeof *trace;
  trace->total_bytes = total;
  braid_area *list[] = {&trace->sources, &trace->data,    &trace->nodes, &trace->events, &trace->sites,
                        &trace->cases,   &trace->strings, &trace->ways,  &trace->edges,  &trace->contents};
  uint64_t offset = sizeof *trace;
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
    *list[i] = (braid_area){offset, areas[i][0]};
    offset += (areas[i][0] * areas[i][1] + 15) & ~15ull;
  }
  trace->site_count = trace->string_bytes = trace->way_count = 1;
  uint8_t *base = (uint8_t *)trace;
  state.trace = trace;
  state.sources = (void *)(base + trace->sources.offset);
  state.data = base + trace->data.offset;
  state.contents = base + trace->contents.offset;
  state.nodes = (void *)(base + trace->nodes.offset);
  state.events = (void *)(base + trace->events.offset);
  state.sites = (void *)(base + trace->sites.offset);
  state.writer.trace = trace;
  state.writer.nodes = state.nodes;
  state.writer.events = state.events;
  __braid_state = &state;
  if (!braid_writer_accepts(trace, total) || !braid_reserve_open() || !braid_nodes_open())
    abort();
  __braid_coarse = state.coarse;
  __braid_coarse_mask = BRAID_COARSE_BYTES - 1;
}

void world_begin(const uint8_t *input, size_t size) {
  braid_state *state = __braid_state;
  state->sources[0] = (braid_source){.kind = BRAID_SOURCE_STDIN,
                                     .flags = BRAID_SOURCE_SYMBOLIC | BRAID_SOURCE_GIVEN | BRAID_SOURCE_USED,
                                     .size = size,
                                     .name = "stdin"};
  memcpy(state->data, input, size);
  state->trace->given_sources = 1;
  state->trace->given_data = size;
  braid_tables_reset();
  state->active = true;
  ended = BRAID_END_NONE;
}

const braid_trace *world_trace(void) { return __braid_state->trace; }
uint32_t world_end(void) { return ended; }

static uint32_t word(uint32_t op, uint32_t width, uint32_t operand_width) {
  return op | width << 8 | operand_width << 20;
}

/* 0 if the runtime ended the run. */
#define GUARDED(expression)                                                                                       \
  if (setjmp(way_out))                                                                                            \
    return 0;                                                                                                     \
  return expression

braid_label world_input(uint32_t offset) {
  GUARDED(braid_node_make(BRAID_OP_INPUT, 8, 0, offset, 0, __braid_state->data[offset]));
}

braid_label world_node1(uint32_t op, uint32_t width, uint32_t operand_width, braid_label la, uint64_t a,
                        uint64_t result) {
  GUARDED(__braid_node1(word(op, width, operand_width), la, a, result));
}

braid_label world_node2(uint32_t op, uint32_t width, uint32_t operand_width, braid_label la, braid_label lb,
                        uint64_t a, uint64_t b, uint64_t result) {
  GUARDED(__braid_node2(word(op, width, operand_width), la, lb, a, b, result));
}

braid_label world_checked(uint32_t op, uint32_t width, uint32_t operand_width, const braid_label *labels,
                          const uint64_t *values) {
  GUARDED(__braid_checked(NULL, word(op, width, operand_width), labels[0], labels[1], labels[2], values));
}

braid_label world_choose(uint32_t width, const braid_label *labels, const uint64_t *values) {
  GUARDED(__braid_choose(labels[0], labels[1], labels[2], width, (uint32_t)values[0], values[1], values[2]));
}

braid_label world_extract(braid_label la, uint32_t low, uint32_t width) {
  GUARDED(__braid_extract(la, low, width));
}

braid_label world_step(braid_label lbase, braid_label lindex, uint32_t index_width, uint64_t base, uint64_t index,
                       uint64_t scale) {
  GUARDED(__braid_step(lbase, lindex, index_width, base, index, scale));
}

braid_label world_load(const void *address, uint64_t bytes) { GUARDED(__braid_load(address, bytes, NULL)); }
void world_store(void *address, uint64_t bytes, braid_label label) { __braid_store(address, bytes, label); }
void world_move(void *to, const void *from, uint64_t bytes) { __braid_move(to, from, bytes); }
void world_fill(void *to, uint64_t bytes, braid_label byte) { __braid_fill(to, bytes, byte); }
void world_clear(void *address, uint64_t bytes) { __braid_clear(address, bytes); }
bool world_any(const void *address, uint64_t bytes) { return __braid_any(address, bytes); }
uint8_t world_coarse(const void *address) { return __braid_coarse[(uintptr_t)address / 8 & __braid_coarse_mask]; }
