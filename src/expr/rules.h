// The rules by which expressions become simpler when they are made.
//
// Each rule stands in one of the rules_*.cpp files with what it matches and what it gives, in the notation of
// ops.def; c, d are constants, x, y, z anything, W the width of the result. A rule never makes an expression
// larger: it removes an operation, moves constants to where they fold, or brings equal things into one form. The
// forms that all others are brought into:
//   - a constant stands on the right of operations that commute, other operands in the order of their numbers;
//   - x - c is x + -c; not x of one bit is 1 ^ x, and of a comparison it is the comparison the other way round;
//   - x < c and c <= x are the comparisons with constants: negations of each other, unsigned and signed;
//   - comparisons with an extended value are made at its own width;
//   - an extension of zeros is ZEXT, not CONCAT; a concatenation leans to the right: high part alone, rest low.
#pragma once

#include "expr/store.h"

namespace braid::expr {

class Rules {
public:
  explicit Rules(Store &store) : store_(store) {}

  // An expression of the same value as op(a, b, c); 0 if no rule matches. The operands of an operation that
  // commutes are brought into order.
  Expr apply(uint8_t op, unsigned width, uint32_t &a, uint32_t &b, uint32_t &c);

private:
  Expr fold(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c);
  Expr sum(unsigned width, Expr a, Expr b);
  Expr difference(unsigned width, Expr a, Expr b);
  Expr product(unsigned width, Expr a, Expr b);
  Expr quotient(uint8_t op, unsigned width, Expr a, Expr b);
  Expr bitwise_and(unsigned width, Expr a, Expr b);
  Expr bitwise_or(unsigned width, Expr a, Expr b);
  Expr bitwise_xor(unsigned width, Expr a, Expr b);
  Expr shift(uint8_t op, unsigned width, Expr a, Expr b);
  Expr equality(uint8_t op, Expr a, Expr b);
  Expr equality_with(uint8_t op, Expr a, Value c);
  Expr order(uint8_t op, Expr a, Expr b);
  Expr order_with(uint8_t op, Expr a, Value c, bool constant_left);
  Expr choice(unsigned width, Expr a, Expr b, Expr c);
  Expr extraction(unsigned width, Expr a, unsigned low);
  Expr concatenation(unsigned width, Expr a, Expr b);
  Expr extension(uint8_t op, unsigned width, Expr a);
  Expr count_or_order(uint8_t op, unsigned width, Expr a);
  Expr number(uint8_t op, unsigned width, Expr a, Expr b);
  Expr reading(Expr array, Expr index);
  Expr writing(Expr array, Expr index, Expr value);

  const braid_node &node(Expr e) const { return store_[e]; }
  bool is(Expr e, uint8_t op) const { return store_[e].op == op; }
  std::optional<Value> constant(Expr e) const { return store_.constant(e); }
  Expr made(Value value, unsigned width) { return store_.constant(value, width); }
  // Whether e is 1 ^ x of one bit or a comparison, so that its negation costs nothing.
  bool negates_freely(Expr e) const;
  bool is_negation_of(Expr a, Expr b) const;

  Store &store_;
};

} // namespace braid::expr
