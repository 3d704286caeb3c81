/* Input that the program asks for by name: marked variables, and results of functions that are declared to
 * return input.
 *
 * Calls and sources are matched by their order: the n-th mark of a run takes the n-th MARK source that the
 * engine gave, whatever its size was when the engine saw it (what is there is kept, what is missing is made
 * up). After the last one the runtime makes new sources, and the engine learns of them from the trace. */
#include "runtime/early.h"
#include "runtime/input.h"
#include "runtime/lock.h"

/* The next source of the kind that the engine gave, or -1. */
static int next_given(uint32_t kind) {
  braid_state *state = __braid_state;
  uint32_t *next = kind == BRAID_SOURCE_CALL ? &state->next_call : &state->next_mark;
  while (*next < state->trace->given_sources && *next < state->trace->sources.capacity) {
    uint32_t source = (*next)++;
    if (state->sources[source].kind == kind)
      return (int)source;
  }
  return -1;
}

static _Noreturn void no_room(void) { braid_run_end(BRAID_END_SOURCES, 0); }

/* Room for that many bytes at the end of the data area. */
static uint64_t take_data(uint64_t bytes) {
  braid_trace *trace = __braid_state->trace;
  uint64_t at = trace->data_bytes;
  if (at > trace->data.capacity || bytes > trace->data.capacity - at)
    no_room();
  trace->data_bytes = at + bytes;
  return at;
}

static int new_source(uint32_t kind) {
  braid_state *state = __braid_state;
  uint32_t source = state->trace->source_count;
  if (source >= state->trace->sources.capacity)
    no_room();
  state->sources[source] =
      (braid_source){.kind = (uint8_t)kind, .flags = BRAID_SOURCE_SYMBOLIC, .data = state->trace->data_bytes};
  state->trace->source_count = source + 1;
  return (int)source;
}

/* Several sources may have the same name; whoever shows them to a person tells them apart. */
static void set_name(braid_source *entry, const char *name) {
  size_t length = 0;
  for (; length + 1 < sizeof entry->name && name[length]; length++)
    entry->name[length] = name[length];
  __builtin_memset(entry->name + length, 0, sizeof entry->name - length);
}

/* The source for this call, of exactly that many bytes; `otherwise` is where bytes come from that the engine
 * did not give. */
static int take_source(uint32_t kind, size_t bytes, const char *name, const uint8_t *otherwise) {
  braid_state *state = __braid_state;
  int source = next_given(kind);
  if (source < 0)
    source = new_source(kind);
  braid_source *entry = &state->sources[source];
  if (entry->size < bytes) {
    uint64_t at = take_data(bytes), known = braid_source_length(source);
    __builtin_memcpy(state->data + at, state->data + entry->data, known);
    __builtin_memcpy(state->data + at + known, otherwise + known, bytes - known);
    entry->data = at;
  }
  entry->size = bytes;
  set_name(entry, name ? name : "unnamed");
  braid_input_used(source);
  return source;
}

void braid_make_symbolic_from(void *memory, size_t bytes, const char *name, int kind) {
  braid_early_kind((uint32_t)kind);
  if (!braid_enter())
    return;
  int source = take_source((uint32_t)kind, bytes, name, memory);
  __builtin_memcpy(memory, __braid_state->data + __braid_state->sources[source].data, bytes);
  braid_leave();
  braid_label_input(memory, source, 0, bytes);
}

void braid_make_symbolic(void *to, size_t bytes, const char *name, int kind) {
  __builtin_memset(to, 0, bytes);
  braid_make_symbolic_from(to, bytes, name, kind);
}

/* --- functions declared to return input --- */

uint64_t __braid_input_value(uint64_t real, uint32_t bytes, const char *name) {
  uint64_t value = real;
  if (bytes == 0 || bytes > sizeof value)
    return real;
  braid_make_symbolic_from(&value, bytes, name, BRAID_SOURCE_CALL);
  braid_label label = __braid_load(&value, sizeof value, NULL);
  __braid_clear(&value, sizeof value);
  if (label) {
    __braid_thread.ret[0] = label;
    __braid_thread.ret_tag = (void *)__braid_input_value;
  }
  return value;
}

void __braid_input_memory(void *memory, uint64_t bytes, const char *name) {
  braid_make_symbolic_from(memory, bytes, name, BRAID_SOURCE_CALL);
}
