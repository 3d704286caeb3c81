/* Making expression nodes with the simplifications that memory needs. */
#ifndef BRAID_RUNTIME_NODES_H
#define BRAID_RUNTIME_NODES_H

#include "runtime/core.h"

/* A value of at most 128 bits. */
typedef unsigned __int128 braid_value;

/* An operand or a result on its way: a label and the concrete value. Label 0: the constant `value`. */
typedef struct braid_term {
  braid_label label;
  uint16_t width;
  braid_value value;
} braid_term;

static inline braid_value braid_mask(uint32_t width) {
  return width >= 128 ? ~(braid_value)0 : ((braid_value)1 << width) - 1;
}

static inline braid_term braid_constant(uint32_t width, braid_value value) {
  return (braid_term){0, (uint16_t)width, value & braid_mask(width)};
}

/* The term itself with a label, also for a constant. */
BRAID_HIDDEN braid_label braid_labelled(braid_term term);
/* There is no room for a node, or no memory for a larger table to find it by. */
BRAID_HIDDEN BRAID_ASIDE _Noreturn void braid_node_refused(void);

/* braid_node_make in place, for what compiled code calls all the time. */
static inline __attribute__((always_inline)) braid_label braid_node_quick(uint8_t op, uint16_t width, uint32_t a,
                                                                          uint32_t b, uint32_t c, uint64_t value) {
  braid_label label = braid_writer_node(&__braid_state->writer, op, width, a, b, c, value);
  if (BRAID_UNLIKELY(!label))
    braid_node_refused();
  return label;
}

/* A constant of at most 64 bits. Programs compare with few constants, over and over: the latest one of each kind
 * is remembered. */
BRAID_HIDDEN BRAID_ASIDE braid_label braid_new_constant(uint32_t width, uint64_t value);
static inline uint32_t braid_kind_of_constant(uint32_t width, uint64_t value) {
  return ((uint32_t)value * 31 + width) % BRAID_REMEMBERED_CONSTANTS;
}
static inline braid_label braid_narrow_constant(uint32_t width, uint64_t value) {
  const braid_state *state = __braid_state;
  braid_label label = state->constants[braid_kind_of_constant(width, value)];
  const braid_node *node = &state->nodes[label];
  if (__builtin_expect(label && node->value == value && node->width == width, 1))
    return label;
  return braid_new_constant(width, value);
}
/* op(a, b) with the given concrete result; constant if both are, or where one operand decides alone. */
BRAID_HIDDEN braid_term braid_binary(uint8_t op, braid_term a, braid_term b, uint32_t width, braid_value result);
BRAID_HIDDEN braid_term braid_unary(uint8_t op, braid_term a, uint32_t width, braid_value result);
BRAID_HIDDEN braid_term braid_choose(braid_term condition, braid_term a, braid_term b);
BRAID_HIDDEN braid_term braid_cut(braid_term a, uint32_t low, uint32_t width);
BRAID_HIDDEN braid_term braid_join(braid_term high, braid_term low);
BRAID_HIDDEN braid_term braid_widen(uint8_t op, braid_term a, uint32_t width);
/* No value of the expression is larger, whatever the input: a byte with a mask stays within a table of that size.
 * Looks so deep into it. */
BRAID_HIDDEN uint64_t braid_most(braid_label label, uint32_t depth);
/* shadow.c: one byte of memory as it was, by its cell and its value then. */
BRAID_HIDDEN braid_term braid_shadow_term(uint32_t cell, uint8_t byte);
/* compose.c: an operation of enum braid_composite. */
BRAID_HIDDEN braid_term braid_compose(uint32_t composite, braid_term a, braid_term b, braid_term c, uint32_t width,
                                      braid_value result);

#endif
