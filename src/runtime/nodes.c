/* Expression nodes: constants, and the few simplifications that keep memory traffic from growing
 * expressions (a stored value that is loaded again is that value, not a concatenation of its bytes). Those of
 * operations are in simplify.h. Everything else is left to the engine, which has more time. */
#include "runtime/nodes.h"

#include "runtime/simplify.h"

#include <sys/mman.h>

#define FIRST_GROUPS 256u

/* A bigger table lies further up in the reserve; the memory of the old one goes back to the system. */
static void *grow(braid_writer *writer, uint64_t groups) {
  void *memory = braid_reserve_take(groups * BRAID_WRITER_GROUP_BYTES);
  if (memory && writer->tags)
    madvise(writer->tags, (writer->groups * BRAID_WRITER_GROUP_BYTES + 4095) & ~4095ull, MADV_DONTNEED);
  return memory;
}

bool braid_nodes_open(void) {
  braid_writer *writer = &__braid_state->writer;
  void *memory = grow(writer, FIRST_GROUPS);
  if (!memory)
    return false;
  writer->grow = grow;
  braid_writer_open(writer, memory, FIRST_GROUPS);
  writer->trace->node_count = 1;
  return true;
}

void braid_nodes_reset(void) {
  braid_writer_reset(&__braid_state->writer);
  __builtin_memset(__braid_state->constants, 0, sizeof __braid_state->constants);
}

void braid_node_refused(void) {
  const braid_trace *trace = __braid_state->trace;
  braid_run_end(trace->node_count >= trace->nodes.capacity ? BRAID_END_NODES : BRAID_END_MEMORY, 0);
}

braid_label braid_node_make(uint8_t op, uint16_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value) {
  return braid_node_quick(op, width, a, b, c, value);
}

braid_label braid_node_constant(uint16_t width, uint64_t low, uint64_t high) {
  return braid_node_make(BRAID_OP_CONST, width, (uint32_t)high, (uint32_t)(high >> 32), 0, low);
}

braid_label braid_labelled(braid_term term) {
  if (term.label)
    return term.label;
  if (term.width <= 64)
    return braid_narrow_constant(term.width, (uint64_t)term.value);
  return braid_node_constant(term.width, (uint64_t)term.value, (uint64_t)(term.value >> 64));
}

braid_label braid_new_constant(uint32_t width, uint64_t value) {
  return __braid_state->constants[braid_kind_of_constant(width, value)] =
             braid_node_constant((uint16_t)width, value, 0);
}

static braid_term made(uint8_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c, braid_value value) {
  value &= braid_mask(width);
  return (braid_term){braid_node_make(op, (uint16_t)width, a, b, c, (uint64_t)value), (uint16_t)width, value};
}

braid_term braid_binary(uint8_t op, braid_term a, braid_term b, uint32_t width, braid_value result) {
  if (!(a.label | b.label))
    return braid_constant(width, result);
  if (!a.label && braid_commutes(op)) {
    braid_term swap = a;
    a = b;
    b = swap;
  }
  enum braid_decision decision = BRAID_OPEN;
  if (!b.label)
    decision = braid_decide(op, b.value == 0, b.value == 1, b.value == braid_mask(b.width));
  else if (a.label == b.label)
    decision = braid_decide_same(op);
  if (decision == BRAID_THE_SYMBOL)
    return a;
  if (decision == BRAID_NOTHING_SYMBOLIC)
    return braid_constant(width, result);
  return made(op, width, braid_labelled(a), braid_labelled(b), 0, result);
}

braid_term braid_unary(uint8_t op, braid_term a, uint32_t width, braid_value result) {
  return a.label ? made(op, width, a.label, 0, 0, result) : braid_constant(width, result);
}

braid_term braid_choose(braid_term condition, braid_term a, braid_term b) {
  if (!condition.label || (a.label == b.label && (a.label || a.value == b.value)))
    return condition.value ? a : b;
  if (a.width == 1 && !a.label && !b.label && a.value) /* c ? 1 : 0 = c */
    return condition;
  return made(BRAID_OP_ITE, a.width, condition.label, braid_labelled(a), braid_labelled(b),
              condition.value ? a.value : b.value);
}

/* A term read back from a label. The high half of a wide value is known only for constants. */
static braid_term term_of(braid_label label) {
  const braid_node *node = &__braid_state->nodes[label];
  if (node->op == BRAID_OP_CONST)
    return braid_constant(node->width, (braid_value)((uint64_t)node->b << 32 | node->a) << 64 | node->value);
  return (braid_term){label, node->width, node->value};
}

braid_term braid_cut(braid_term a, uint32_t low, uint32_t width) {
  braid_value value = a.value >> low & braid_mask(width);
  if (!a.label)
    return braid_constant(width, value);
  if (low == 0 && width == a.width)
    return a;
  const braid_node *node = &__braid_state->nodes[a.label];
  switch (node->op) {
  case BRAID_OP_EXTRACT: /* a[l..][low..] = a[l+low..] */ {
    braid_term inner = term_of(node->a);
    inner.value = a.value << node->b;
    return braid_cut(inner, node->b + low, width);
  }
  case BRAID_OP_CONCAT: /* (x : y)[..] = x[..] : y[..] */ {
    braid_term high = term_of(node->a), low_part = term_of(node->b);
    uint32_t split = low_part.width;
    high.value = a.value >> split & braid_mask(high.width);
    low_part.value = a.value & braid_mask(split);
    if (low + width <= split)
      return braid_cut(low_part, low, width);
    if (low >= split)
      return braid_cut(high, low - split, width);
    return braid_join(braid_cut(high, 0, low + width - split), braid_cut(low_part, low, split - low));
  }
  case BRAID_OP_ZEXT: /* the old bits, zeros above them */
  case BRAID_OP_SEXT: {
    braid_term inner = term_of(node->a);
    inner.value = a.value & braid_mask(inner.width);
    if (low + width <= inner.width)
      return braid_cut(inner, low, width);
    if (node->op == BRAID_OP_ZEXT && low >= inner.width)
      return braid_constant(width, 0);
    if (node->op == BRAID_OP_ZEXT)
      return braid_widen(BRAID_OP_ZEXT, braid_cut(inner, low, inner.width - low), width);
    if (low == 0)
      return made(BRAID_OP_SEXT, width, inner.label, 0, 0, value);
    break;
  }
  default:
    break;
  }
  return made(BRAID_OP_EXTRACT, width, a.label, low, 0, value);
}

braid_term braid_join(braid_term high, braid_term low) {
  uint32_t width = (uint32_t)high.width + low.width;
  braid_value value = high.value << low.width | low.value;
  if (!(high.label | low.label))
    return braid_constant(width, value);
  if (!high.label && high.value == 0) /* 0 : x = zext x */
    return made(BRAID_OP_ZEXT, width, low.label, 0, 0, value);
  /* Neighbouring parts of the same value are one part of it. */
  if (high.label && low.label) {
    const braid_node *above = &__braid_state->nodes[high.label], *below = &__braid_state->nodes[low.label];
    uint32_t whole = below->op == BRAID_OP_EXTRACT ? below->a : low.label;
    uint32_t start = below->op == BRAID_OP_EXTRACT ? below->b : 0;
    if (above->op == BRAID_OP_EXTRACT && above->a == whole && above->b == start + low.width &&
        below->op == BRAID_OP_EXTRACT) {
      const braid_node *node = &__braid_state->nodes[whole];
      return braid_cut((braid_term){whole, node->width, value << start}, start, width);
    }
  }
  return made(BRAID_OP_CONCAT, width, braid_labelled(high), braid_labelled(low), 0, value);
}

braid_term braid_widen(uint8_t op, braid_term a, uint32_t width) {
  braid_value value = a.value;
  if (op == BRAID_OP_SEXT && a.value >> (a.width - 1) & 1)
    value |= braid_mask(width) & ~braid_mask(a.width);
  if (!a.label || a.width == width)
    return a.label ? a : braid_constant(width, value);
  const braid_node *node = &__braid_state->nodes[a.label];
  if (node->op == BRAID_OP_ZEXT) /* zext or sext of zext x = zext x */
    return made(BRAID_OP_ZEXT, width, node->a, 0, 0, value);
  if (node->op == BRAID_OP_SEXT && op == BRAID_OP_SEXT) /* sext of sext x = sext x */
    return made(BRAID_OP_SEXT, width, node->a, 0, 0, value);
  return made(op, width, a.label, 0, 0, value);
}

uint64_t braid_most(braid_label label, uint32_t depth) {
  const braid_node *nodes = __braid_state->nodes, *node = &nodes[label];
  uint64_t all = node->width >= 64 ? UINT64_MAX : (1ull << node->width) - 1, a, b, result;
  if (node->op == BRAID_OP_CONST)
    return node->width <= 64 || !(node->a | node->b) ? node->value : all;
  bool is_wide = node->width > 64; /* UINT64_MAX: more than that, too */
  if (depth == 0 ||
      (is_wide && node->op != BRAID_OP_ZEXT && node->op != BRAID_OP_AND && node->op != BRAID_OP_UREM))
    return all;
  switch (node->op) {
  case BRAID_OP_ZEXT:
    return braid_most(node->a, depth - 1);
  case BRAID_OP_SEXT:
    a = braid_most(node->a, depth - 1);
    return a >> (nodes[node->a].width - 1) ? all : a;
  case BRAID_OP_EXTRACT:
    a = nodes[node->a].width <= 64 && node->b == 0 ? braid_most(node->a, depth - 1) : all;
    return a < all ? a : all;
  case BRAID_OP_AND:
    a = braid_most(node->a, depth - 1);
    b = braid_most(node->b, depth - 1);
    return a < b ? a : b;
  case BRAID_OP_ITE:
    a = braid_most(node->b, depth - 1);
    b = braid_most(node->c, depth - 1);
    return a > b ? a : b;
  case BRAID_OP_UREM:
    b = braid_most(node->b, depth - 1);
    return nodes[node->b].op == BRAID_OP_CONST && b && b != UINT64_MAX ? b - 1 : all;
  case BRAID_OP_LSHR:
    b = nodes[node->b].op == BRAID_OP_CONST ? nodes[node->b].value : 0;
    return b < 64 ? braid_most(node->a, depth - 1) >> b : 0;
  case BRAID_OP_ADD:
  case BRAID_OP_MUL:
    a = braid_most(node->a, depth - 1);
    b = braid_most(node->b, depth - 1);
    if (node->op == BRAID_OP_ADD ? __builtin_add_overflow(a, b, &result) : __builtin_mul_overflow(a, b, &result))
      return all;
    return result <= all ? result : all;
  default:
    return all;
  }
}
