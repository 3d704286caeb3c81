/* Reads that the end of a source cut short.
 *
 * How much such a read brings depends on the length of the source, which is a symbol. So does every byte of the
 * buffer: it is the source's, if the source is long enough, and otherwise what lay there before. That is what its
 * label says: length > k ? source[k] : before. Nothing is decided yet, because most programs look at few of these
 * bytes: text that ends with a zero, a header that may be missing. When a byte is loaded, the question becomes
 * a decision ("is there a byte k?") and the byte one or the other (braid_settle_byte), so that conditions on bytes
 * stay free of the length, and bytes independent of each other.
 *
 * Deciding the length at the read would be simpler; it gives as many paths as lengths, and all but a few of them
 * go on alike. */
#include "runtime/lock.h"
#include "runtime/nodes.h"

/* How many of the bytes a source of another length could bring. */
static uint64_t in_question(int source, uint64_t offset, uint64_t wanted) {
  if (source < 0 || (uint32_t)source >= __braid_state->trace->source_count)
    return 0; /* a channel */
  const braid_source *entry = &__braid_state->sources[source];
  uint64_t most = entry->most > entry->size ? entry->most : entry->size;
  if (!(entry->flags & BRAID_SOURCE_SYMBOLIC) || !(entry->flags & BRAID_SOURCE_SYMBOLIC_LENGTH) || offset >= most)
    return 0;
  return wanted < most - offset ? wanted : most - offset;
}

/* Room for so many more bytes and cells. */
static bool make_room(uint64_t more) {
  braid_before *before = &__braid_state->before;
  if (more <= before->room - before->count)
    return true;
  uint64_t room = before->room ? before->room : 4096;
  while (room < before->count + more)
    room *= 2;
  uint8_t *memory = braid_reserve_take(room * (sizeof *before->cells + 1));
  if (!memory)
    return false;
  uint32_t *cells = (uint32_t *)(void *)memory;
  uint8_t *bytes = memory + room * sizeof *cells;
  if (before->count) {
    __builtin_memcpy(cells, before->cells, before->count * sizeof *cells);
    __builtin_memcpy(bytes, before->bytes, before->count);
  }
  *before = (braid_before){cells, bytes, room, before->count, before->taken};
  return true;
}

void braid_reading(const void *to, int source, uint64_t offset, size_t wanted, bool again) {
  if (!braid_enter())
    return;
  braid_before *before = &__braid_state->before;
  if (!again)
    before->count = before->taken = 0;
  uint64_t bytes = in_question(source, offset, wanted);
  if (!make_room(bytes))
    braid_run_end(BRAID_END_MEMORY, 0);
  uint8_t *kept = before->bytes + before->count;
  uint32_t *cells = before->cells + before->count;
  if (!to) {
    __builtin_memset(kept, 0, bytes);
    __builtin_memset(cells, 0, bytes * sizeof *cells);
    before->count += bytes;
  } else if (bytes && braid_read_safely(kept, to, bytes)) { /* the buffer may be smaller than the program says */
    for (uint64_t i = 0; i < bytes; i++)
      cells[i] = braid_shadow_cell((const uint8_t *)to + i);
    before->count += bytes;
  }
  braid_leave();
}

static braid_label is_longer(int source, uint64_t length, uint64_t offset) {
  braid_label size = braid_node_make(BRAID_OP_SIZE, 64, (uint32_t)source, 0, 0, length);
  return braid_node_make(BRAID_OP_ULT, 1, braid_narrow_constant(64, offset), size, 0, offset < length);
}

void braid_label_short_input(void *to, int source, uint64_t offset, size_t got, size_t wanted) {
  if (source < 0 || (uint32_t)source >= __braid_state->trace->source_count || !braid_enter())
    return;
  braid_state *state = __braid_state;
  braid_before *before = &state->before;
  const braid_source *entry = &state->sources[source];
  uint8_t *memory = to;
  uint64_t bytes = in_question(source, offset, wanted), left = before->count - before->taken;
  for (uint64_t i = 0; i < bytes && i < left; i++) {
    if (i < got && !braid_shadow_cell(memory + i))
      continue; /* not what the source has there */
    uint64_t k = offset + i;
    uint8_t old = before->bytes[before->taken + i], now = i < got ? memory[i] : old;
    braid_term input = {0, 8, i < got ? now : 0};
    input.label = braid_node_make(BRAID_OP_INPUT, 8, (uint32_t)source, (uint32_t)k, 0, (uint64_t)input.value);
    braid_term is_there = {is_longer(source, entry->size, k), 1, i < got};
    braid_term byte = braid_choose(is_there, input, braid_shadow_term(before->cells[before->taken + i], old));
    if (byte.label && memory[i] == now)
      braid_shadow_set(memory + i, 1, byte.label, 0);
    else
      braid_shadow_overwritten(memory + i, 1);
  }
  if (left < bytes) { /* it could not be kept: what depends on the length is a mere value here */
    braid_label size = braid_node_make(BRAID_OP_SIZE, 64, (uint32_t)source, 0, 0, entry->size);
    braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_MODEL, __braid_thread.caller, size, 0);
  }
  before->taken += bytes < left ? bytes : left;
  braid_leave();
}

bool braid_is_unsettled(braid_label label) {
  const braid_node *nodes = __braid_state->nodes, *byte = &nodes[label];
  return byte->op == BRAID_OP_ITE && byte->width == 8 && nodes[byte->b].op == BRAID_OP_INPUT &&
         nodes[byte->a].op == BRAID_OP_ULT && nodes[nodes[byte->a].b].op == BRAID_OP_SIZE;
}

braid_label braid_settle_byte(braid_label label, const braid_site_desc *site) {
  const braid_node *nodes = __braid_state->nodes;
  while (braid_is_unsettled(label)) {
    const braid_node *byte = &nodes[label];
    bool is_there = nodes[byte->a].value;
    braid_event_add(BRAID_EVENT_BRANCH, is_there, 0, site, byte->a, 0);
    label = is_there ? byte->b : byte->c;
  }
  return nodes[label].op == BRAID_OP_CONST ? 0 : label;
}
