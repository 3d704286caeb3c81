/* Operations with two operands, simplified as far as is needed to keep values from looking symbolic when they are
 * not (x & 0, x ^ x), and the quick way to make them. It is all put in place: nearly every node is made here. */
#ifndef BRAID_RUNTIME_SIMPLIFY_H
#define BRAID_RUNTIME_SIMPLIFY_H

#include "runtime/nodes.h"

/* What an operation is where its operands alone decide. */
enum braid_decision { BRAID_OPEN, BRAID_THE_SYMBOL, BRAID_NOTHING_SYMBOLIC };

/* op(symbol, constant) */
static inline enum braid_decision braid_decide(uint8_t op, bool is_zero, bool is_one, bool is_all_ones) {
  switch (op) {
  case BRAID_OP_AND: /* x & 0 = 0, x & ~0 = x */
    return is_zero ? BRAID_NOTHING_SYMBOLIC : is_all_ones ? BRAID_THE_SYMBOL : BRAID_OPEN;
  case BRAID_OP_OR: /* x | 0 = x, x | ~0 = ~0 */
    return is_zero ? BRAID_THE_SYMBOL : is_all_ones ? BRAID_NOTHING_SYMBOLIC : BRAID_OPEN;
  case BRAID_OP_MUL: /* x * 0 = 0, x * 1 = x */
    return is_zero ? BRAID_NOTHING_SYMBOLIC : is_one ? BRAID_THE_SYMBOL : BRAID_OPEN;
  case BRAID_OP_ADD: /* x + 0 = x; likewise below */
  case BRAID_OP_SUB:
  case BRAID_OP_XOR:
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    return is_zero ? BRAID_THE_SYMBOL : BRAID_OPEN;
  case BRAID_OP_ULT: /* x < 0 is false */
    return is_zero ? BRAID_NOTHING_SYMBOLIC : BRAID_OPEN;
  case BRAID_OP_ULE: /* x <= ~0 is true */
    return is_all_ones ? BRAID_NOTHING_SYMBOLIC : BRAID_OPEN;
  default:
    return BRAID_OPEN;
  }
}

/* op(x, x): x - x = x ^ x = 0, x & x = x | x = x, x == x and the like are decided. */
static inline enum braid_decision braid_decide_same(uint8_t op) {
  if (op == BRAID_OP_SUB || op == BRAID_OP_XOR || (op >= BRAID_OP_EQ && op <= BRAID_OP_SLE))
    return BRAID_NOTHING_SYMBOLIC;
  return op == BRAID_OP_AND || op == BRAID_OP_OR ? BRAID_THE_SYMBOL : BRAID_OPEN;
}

static inline bool braid_commutes(uint8_t op) {
  const uint64_t those = 1ull << BRAID_OP_ADD | 1ull << BRAID_OP_MUL | 1ull << BRAID_OP_AND | 1ull << BRAID_OP_OR |
                         1ull << BRAID_OP_XOR | 1ull << BRAID_OP_EQ | 1ull << BRAID_OP_NE;
  return op < 64 && those >> op & 1;
}

/* A value that was widened with zeros, compared with a number that it can never reach or never pass: `getchar() ==
 * EOF` once a byte was read. */
static inline bool braid_is_settled(uint8_t op, braid_label label, uint64_t number, bool number_first) {
  const braid_node *node = &__braid_state->nodes[label];
  if (node->op != BRAID_OP_ZEXT)
    return false;
  uint64_t most = (uint64_t)braid_mask(__braid_state->nodes[node->a].width);
  if (number > most) /* also one that is negative */
    return true;
  bool or_equal = op == BRAID_OP_ULE || op == BRAID_OP_SLE, less = op == BRAID_OP_ULT || op == BRAID_OP_SLT;
  return number_first ? (less && number == most) || (or_equal && number == 0)
                      : (less && number == 0) || (or_equal && number == most);
}

/* The label of op(a, b), one of ADD to SLE, for values of at most 64 bits without bits above their width. 0: it
 * is the constant `result`; a label 0 stands for the constant beside it, and one of the two is not 0. */
static inline __attribute__((always_inline)) braid_label braid_quick_binary(uint8_t op, uint32_t width,
                                                                            uint32_t operand_width, braid_label la,
                                                                            braid_label lb, uint64_t a, uint64_t b,
                                                                            uint64_t result) {
  __builtin_assume(op >= BRAID_OP_ADD && op <= BRAID_OP_SLE);
  if (la && lb) {
    if (BRAID_UNLIKELY(la == lb) && braid_decide_same(op) != BRAID_OPEN)
      return braid_decide_same(op) == BRAID_THE_SYMBOL ? la : 0;
  } else {
    bool number_first = !la && !braid_commutes(op);
    braid_label symbol = la ? la : lb;
    uint64_t number = la ? b : a, all_ones = ~0ull >> (64 - operand_width);
    if (!number_first && (number <= 1 || number == all_ones)) {
      enum braid_decision decision = braid_decide(op, number == 0, number == 1, number == all_ones);
      if (BRAID_UNLIKELY(decision != BRAID_OPEN))
        return decision == BRAID_THE_SYMBOL ? symbol : 0;
    }
    if (op >= BRAID_OP_EQ && BRAID_UNLIKELY(braid_is_settled(op, symbol, number, number_first)))
      return 0;
    braid_label constant = braid_narrow_constant(operand_width, number);
    la = number_first ? constant : symbol;
    lb = number_first ? symbol : constant;
  }
  return braid_node_quick(op, (uint16_t)width, la, lb, 0, result);
}

#endif
