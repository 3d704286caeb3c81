/* For merging paths: what the program reads from memory and writes to it is recorded from the first decision on,
 * and every value that is written has a label, also a constant. So the engine can say of a value which memory it
 * was made of at any earlier decision, and what that memory holds at the same decision of another run. Only code
 * that was compiled for it takes part (src/instrument/State.cpp); only where the engine asks for it does anything
 * happen. */
#include "runtime/events.h"
#include "runtime/lock.h"
#include "runtime/nodes.h"

uint32_t __braid_diverged;

static uint64_t mixed(uint64_t hash, uint64_t with) {
  unsigned __int128 product = (unsigned __int128)(hash ^ 0x9e3779b97f4a7c15ull) * (with ^ 0xe7037ed1a0b428dbull);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

void braid_merging_begin(void) {
  braid_state *state = __braid_state;
  state->merging = state->trace->merging;
  __braid_diverged = 0;
  __braid_thread.context = 0;
  state->consumed = state->allocated = 1;
  if (!state->merging)
    return;
  if (!state->held_only)
    state->held_only = braid_reserve_take(BRAID_REMEMBERED_HELD * sizeof *state->held_only);
  if (state->held_only)
    __builtin_memset(state->held_only, 0, BRAID_REMEMBERED_HELD * sizeof *state->held_only);
  else
    state->merging = false;
}

static void add(braid_event event) {
  if (BRAID_UNLIKELY(!braid_writer_event(&__braid_state->writer, event)))
    braid_events_full();
}

void braid_merging_event(uint8_t kind, const braid_site_desc *site) {
  const braid_state *state = __braid_state;
  if (kind == BRAID_EVENT_SOURCE || kind == BRAID_EVENT_CHECK || kind == BRAID_EVENT_END ||
      kind == BRAID_EVENT_PASSED || kind == BRAID_EVENT_RESULT)
    return;
  __braid_diverged = 1;
  if ((kind != BRAID_EVENT_BRANCH && kind != BRAID_EVENT_SWITCH) || !site || site->in_model)
    return;
  uint64_t key = mixed(mixed(__braid_thread.context, site->id), state->allocated);
  uint64_t stack = (uintptr_t)__builtin_frame_address(0);
  add((braid_event){BRAID_EVENT_STACK, 0, 0, (uint32_t)stack, 0, (uint32_t)(stack >> 32)});
  add((braid_event){BRAID_EVENT_POINT, 0, (uint16_t)key, (uint32_t)(key >> 16), 0, state->trace->node_count});
}

void braid_merging_consumed(uint64_t what) {
  uint64_t all = __braid_state->consumed = mixed(__braid_state->consumed, what);
  add((braid_event){BRAID_EVENT_CONSUMED, 0, 0, (uint32_t)all, 0, (uint32_t)(all >> 32)});
}

void braid_merging_allocated(uint64_t what) { __braid_state->allocated = mixed(__braid_state->allocated, what); }

void braid_merging_opaque(void) { add((braid_event){BRAID_EVENT_OPAQUE, 0, 0, 0, 0, 0}); }

void braid_merging_wrote(const void *address, size_t bytes, braid_label label, uint32_t first) {
  uint64_t at = (uintptr_t)address;
  add((braid_event){BRAID_EVENT_WRITE, 0, (uint16_t)(bytes | first << 8), (uint32_t)at, label,
                    (uint32_t)(at >> 32)});
}

braid_label braid_merging_read(const void *address, size_t bytes, braid_label label) {
  const braid_node *node = &__braid_state->nodes[label];
  uint64_t at = (uintptr_t)address;
  uint32_t number = __braid_state->trace->event_count;
  add((braid_event){BRAID_EVENT_READ, 0, (uint16_t)bytes, (uint32_t)at, label, (uint32_t)(at >> 32)});
  return braid_node_make(BRAID_OP_HELD, node->width, label, number, 0, node->value);
}

/* Deep expressions are not looked through to the end: taken for input. */
static bool is_held(braid_label label, uint32_t depth) {
  const braid_state *state = __braid_state;
  uint32_t *known = &state->held_only[label % BRAID_REMEMBERED_HELD];
  if (*known >> 1 == label && label)
    return *known & 1;
  const braid_node *node = &state->nodes[label];
  static const uint8_t operands[BRAID_OP_COUNT] = {
#define BRAID_OP(name, text, operands, shape) operands,
#include "expr/ops.def"
#undef BRAID_OP
  };
  bool held = depth > 0 && node->op != BRAID_OP_INPUT && node->op != BRAID_OP_SIZE && node->op != BRAID_OP_MEMORY;
  uint32_t count = operands[node->op];
  if (held && count > 0)
    held = is_held(node->a, depth - 1);
  if (held && count > 1)
    held = is_held(node->b, depth - 1);
  if (held && count > 2)
    held = is_held(node->c, depth - 1);
  if (depth > 0)
    *known = label << 1 | held;
  return held;
}

bool braid_is_held(braid_label label) { return label && __braid_state->merging && is_held(label, 200); }

void braid_merging_kept(const void *address, uint64_t bytes) {
  if (!__braid_diverged)
    return;
  const uint8_t *memory = address;
  for (uint64_t i = 0; i < bytes;) {
    if (braid_shadow_cell(memory + i)) {
      i++;
      continue;
    }
    uint64_t count = 1, most = bytes - i < 8 ? bytes - i : 8, value = 0;
    while (count < most && !braid_shadow_cell(memory + i + count))
      count++;
    __builtin_memcpy(&value, memory + i, count);
    braid_shadow_set((void *)(memory + i), count, braid_narrow_constant((uint32_t)(8 * count), value), 0);
    i += count;
  }
}

BRAID_COLD void __braid_kept(const void *address, uint64_t bytes) {
  if (!__braid_state || !__braid_state->merging || !braid_enter())
    return;
  braid_merging_kept(address, bytes);
  braid_leave();
}

BRAID_COLD void __braid_pinned(const braid_site_desc *site, braid_label label) {
  if (!label || !__braid_state || !__braid_state->merging || !braid_enter())
    return;
  if (braid_is_held(label))
    braid_event_add(BRAID_EVENT_ADDRESS, 0, 0, site, label, 1);
  else /* it also depends on input, which nobody has asked about */
    braid_merging_opaque();
  braid_leave();
}

BRAID_COLD void __braid_called_back(void *callee) {
  if (!__braid_state || !__braid_state->merging || !braid_receives_labels(callee) || !braid_enter())
    return;
  braid_merging_opaque();
  braid_leave();
}

BRAID_COLD void __braid_opaque(const braid_site_desc *site, void *callee) {
  (void)site;
  if (!__braid_state || !__braid_state->merging || (callee && braid_receives_labels(callee)) || !braid_enter())
    return;
  braid_merging_opaque();
  braid_leave();
}
