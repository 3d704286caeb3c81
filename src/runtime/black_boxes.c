/* Calls of functions that are not instrumented, where the engine wants to know what they made of their arguments:
 * the result becomes a source, which is no input but has bytes and labels like one, and events say which arguments
 * it belongs to. So decisions that depend on it are recorded, and the engine learns pairs of arguments and result.
 *
 * Arguments are told before the call, because it may not return; constants are told too. If the table of sources
 * fills up, which programs need for their input, results stay concrete and the arguments are lost as ever. */
#include "runtime/lock.h"

#define MOST_RESULTS 256

static bool has_labels(uint32_t slots) {
  for (uint32_t i = 0; i < slots; i++)
    if (__braid_thread.args[i])
      return true;
  return false;
}

static bool has_room(const braid_trace *trace) {
  return trace->source_count < trace->sources.capacity / 2 && trace->data_bytes <= trace->data.capacity &&
         trace->data.capacity - trace->data_bytes >= sizeof(uint64_t) && __braid_state->results < MOST_RESULTS;
}

static uint32_t new_source(const braid_black_box *function) {
  braid_trace *trace = __braid_state->trace;
  uint32_t source = trace->source_count;
  braid_source *entry = &__braid_state->sources[source];
  *entry = (braid_source){.kind = BRAID_SOURCE_RESULT,
                          .flags = BRAID_SOURCE_SYMBOLIC | BRAID_SOURCE_USED,
                          .data = trace->data_bytes,
                          .size = (function->result_width + 7u) / 8};
  for (size_t i = 0; i + 1 < sizeof entry->name && function->name[i]; i++)
    entry->name[i] = function->name[i];
  __builtin_memset(__braid_state->data + entry->data, 0, entry->size);
  trace->data_bytes += entry->size;
  trace->source_count = source + 1;
  __braid_state->results++;
  return source;
}

/* The argument as wide as the function takes it: labels may be of more bits, where those above have no meaning. */
static braid_label narrowed(braid_label label, uint32_t width) {
  const braid_node *node = &__braid_state->nodes[label];
  if (node->width <= width)
    return label;
  uint64_t value = width < 64 ? node->value & ((1ull << width) - 1) : node->value;
  return braid_node_make(BRAID_OP_EXTRACT, (uint16_t)width, label, 0, 0, value);
}

BRAID_COLD uint32_t __braid_expect(void *callee, const braid_site_desc *site, const braid_black_box *function,
                                   const uint64_t *values) {
  const braid_state *state = __braid_state;
  uint32_t count = function->argument_count;
  if (!state || !state->active || !state->trace->name_results || !has_labels(count) || !has_room(state->trace) ||
      braid_receives_labels(callee)) {
    __braid_call(callee, site, count);
    return 0;
  }
  if (!braid_enter())
    return 0;
  uint32_t source = new_source(function);
  for (uint32_t i = 0; i < count; i++) {
    braid_label label = (braid_label)__braid_thread.args[i];
    uint32_t width = function->argument_widths[i];
    label = label ? narrowed(label, width) : braid_node_constant((uint16_t)width, values[i], 0);
    braid_event_add(BRAID_EVENT_PASSED, 0, (uint16_t)i, site, label, source);
  }
  braid_leave();
  return source + 1;
}

BRAID_COLD braid_label __braid_expected(uint32_t expected, const braid_site_desc *site,
                                        const braid_black_box *function, uint64_t value) {
  if (!expected || !braid_enter())
    return 0;
  uint32_t source = expected - 1, width = function->result_width;
  const braid_source *entry = &__braid_state->sources[source];
  __builtin_memcpy(__braid_state->data + entry->data, &value, entry->size);
  braid_label label = 0;
  for (uint32_t i = 0; i < entry->size; i++) {
    braid_label byte = braid_input_byte((int)source, i);
    uint32_t bits = 8 * (i + 1);
    label = i == 0 ? byte
                   : braid_node_make(BRAID_OP_CONCAT, (uint16_t)bits, byte, label, 0,
                                     bits < 64 ? value & ((1ull << bits) - 1) : value);
  }
  if (width < 8 * entry->size)
    label = braid_node_make(BRAID_OP_EXTRACT, (uint16_t)width, label, 0, 0, value);
  braid_event_add(BRAID_EVENT_RESULT, 0, 0, site, label, source);
  return braid_leave_with(label);
}
