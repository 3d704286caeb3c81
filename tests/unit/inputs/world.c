#define _GNU_SOURCE
#include "world.h"

#include "runtime/core.h"
#include "runtime/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCES = 64, DATA = 1 << 20, NODES = 1 << 22, EVENTS = 1 << 22 };

static uint64_t lay_out(braid_area *area, uint64_t at, uint64_t capacity, uint64_t entry) {
  *area = (braid_area){at, capacity};
  return at + (capacity * entry + 63) / 64 * 64;
}

static braid_trace *make_trace(void) {
  uint64_t total = (uint64_t)512 << 20;
  braid_trace *trace =
      mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (trace == MAP_FAILED)
    abort();
  memcpy(trace->magic, BRAID_TRACE_MAGIC, sizeof trace->magic);
  trace->version = BRAID_TRACE_VERSION;
  trace->header_bytes = sizeof *trace;
  trace->total_bytes = total;
  uint64_t at = (sizeof *trace + 63) / 64 * 64;
  at = lay_out(&trace->sources, at, SOURCES, sizeof(braid_source));
  at = lay_out(&trace->data, at, DATA, 1);
  at = lay_out(&trace->nodes, at, NODES, sizeof(braid_node));
  at = lay_out(&trace->events, at, EVENTS, sizeof(braid_event));
  at = lay_out(&trace->sites, at, 1, sizeof(braid_site));
  at = lay_out(&trace->cases, at, 1, sizeof(uint64_t));
  at = lay_out(&trace->strings, at, 1, 1);
  at = lay_out(&trace->ways, at, 1, 1);
  at = lay_out(&trace->edges, at, 1, sizeof(braid_edge));
  at = lay_out(&trace->contents, at, DATA, 1);
  if (at > total || !braid_writer_accepts(trace, total))
    abort();
  return trace;
}

static void open_world(void) {
  static bool opened;
  if (opened)
    return;
  opened = true;
  braid_state *state = calloc(1, sizeof *state);
  braid_the_session = calloc(1, sizeof *braid_the_session);
  braid_the_session->started = true;
  __braid_state = state;
  braid_trace *trace = state->trace = make_trace();
  uint8_t *base = (uint8_t *)trace;
  state->sources = (braid_source *)(base + trace->sources.offset);
  state->data = base + trace->data.offset;
  state->contents = base + trace->contents.offset;
  state->nodes = (braid_node *)(base + trace->nodes.offset);
  state->events = (braid_event *)(base + trace->events.offset);
  state->sites = (braid_site *)(base + trace->sites.offset);
  state->writer.trace = trace;
  state->writer.nodes = state->nodes;
  state->writer.events = state->events;
  if (!braid_reserve_open() || !braid_nodes_open())
    abort();
  /* Where the stack is, as src/runtime/init.c finds it. */
  extern void *__libc_stack_end;
  state->main_thread = __builtin_thread_pointer();
  state->stack_top = (uintptr_t)__libc_stack_end;
  state->stack_bottom = state->stack_top - ((uintptr_t)8 << 20);
  __braid_coarse = state->coarse;
  __braid_coarse_mask = BRAID_COARSE_BYTES - 1;
}

void world_begin(void) {
  open_world();
  braid_state *state = __braid_state;
  state->active = state->threads = false;
  state->trace->given_sources = 0;
  state->trace->given_data = 0;
  state->trace->run++;
  memset(state->trace->obstacle, 0, sizeof state->trace->obstacle);
  memset(state->sources, 0, SOURCES * sizeof *state->sources);
  state->arguments = NULL;
  __braid_thread.arg_tag = __braid_thread.ret_tag = NULL;
  __braid_thread.stack_low = UINTPTR_MAX;
  braid_tables_reset();
}

int world_give(int kind, unsigned flags, const char *name, const void *data, size_t bytes) {
  braid_state *state = __braid_state;
  uint32_t number = state->trace->given_sources++;
  braid_source *source = &state->sources[number];
  source->kind = (uint8_t)kind;
  source->flags = (uint8_t)(flags | BRAID_SOURCE_GIVEN);
  source->data = state->trace->given_data;
  source->size = bytes;
  strncpy(source->name, name, sizeof source->name - 1);
  memcpy(state->data + source->data, data, bytes);
  state->trace->given_data += bytes;
  return (int)number;
}

braid_source *world_source(int source) { return &__braid_state->sources[source]; }

void world_is_file(int source, int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    abort();
  world_source(source)->device = status.st_dev;
  world_source(source)->inode = status.st_ino;
}

void world_start(int *argc, char ***argv) {
  static char *none[] = {NULL};
  int no_count = 0;
  char **no_list = none;
  braid_the_session->process = getpid();
  braid_tables_reset();
  braid_inputs_begin(argc ? argc : &no_count, argv ? argv : &no_list, NULL);
  __braid_state->active = true;
}

void world_end(void) { __braid_state->active = false; }

const braid_trace *world_trace(void) { return __braid_state->trace; }

const uint8_t *world_data(int source) { return __braid_state->data + world_source(source)->data; }

braid_label world_label(const void *address, size_t bytes) { return __braid_load(address, bytes, NULL); }

braid_label world_result(const void *function) {
  braid_label label = __braid_thread.ret_tag == function ? __braid_thread.ret[0] : 0;
  __braid_thread.ret_tag = NULL;
  return label;
}

void world_pass(void *function, unsigned argument, braid_label label) {
  memset(__braid_thread.args, 0, sizeof __braid_thread.args);
  __braid_thread.args[argument] = label;
  __braid_thread.variadic_count = 0;
  __braid_thread.arg_tag = function;
}

braid_label world_passed(const void *function, unsigned argument) {
  return __braid_thread.arg_tag == function ? (braid_label)__braid_thread.args[argument] : 0;
}

bool world_in_flight(void) { return __braid_thread.arg_tag || __braid_thread.ret_tag; }

const braid_node *world_node(braid_label label) { return &__braid_state->nodes[label]; }

bool world_is_input(const void *address, int source, uint64_t offset) {
  braid_label label = world_label(address, 1);
  const braid_node *node = world_node(label);
  return label && node->op == BRAID_OP_INPUT && node->a == (uint32_t)source && node->b == offset &&
         node->value == *(const uint8_t *)address && node->value == world_data(source)[offset];
}

static unsigned count(int kind, int aux) {
  unsigned number = 0;
  for (uint32_t i = 0; i < __braid_state->trace->event_count; i++)
    if (__braid_state->events[i].kind == kind && (aux < 0 || __braid_state->events[i].aux == aux))
      number++;
  return number;
}

unsigned world_events(int kind) { return count(kind, -1); }

unsigned world_lost(int reason) { return count(BRAID_EVENT_LOST, reason); }
