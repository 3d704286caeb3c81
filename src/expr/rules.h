// The rules by which expressions become simpler when they are made.
//
// Each rule stands in one of the rules_*.cpp files with what it matches and what it gives, in the notation of
// ops.def; c, d are constants, x, y, z anything, p, q one bit, W the width of the result. A rule removes an
// operation, moves constants to where they fold, or brings equal things into one form. The forms that all others
// are brought into:
//   - a constant stands on the right of operations that commute, other operands in the order of their numbers;
//   - x - c is x + -c, and x << c is x * 2^c; sums carry their constant outermost;
//   - not p is p ^ 1, and of a comparison it is the comparison the other way round;
//   - x < c and c <= x are the comparisons with constants: negations of each other, unsigned and signed;
//   - comparisons with an extended value are made at its own width;
//   - masks, shifts to the right and sums of bits that never meet are EXTRACT, ZEXT, SEXT and CONCAT; zeros on the
//     left are ZEXT; a concatenation leans to the right: one part on the left, the rest on the right.
// A form that is equal but made of parts would lose that it was one value (x == c as one equality for each byte of
// x), so such rules are not here: layers of the solver that profit do this for themselves.
#pragma once

#include "expr/store.h"

namespace braid::expr {

class Rules {
public:
  // With `all` false only constants are folded and operands brought into order: for rules that went on one inside
  // the other for too long.
  explicit Rules(Store &store, bool all = true) : store_(store), all_(all) {}

  // An expression of the same value as op(a, b, c); 0 if no rule matches. The operands of an operation that
  // commutes are brought into order.
  Expr apply(uint8_t op, unsigned width, uint32_t &a, uint32_t &b, uint32_t c);

private:
  Expr fold(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c);

  // rules_arithmetic.cpp
  Expr sum(unsigned width, Expr a, Expr b);
  Expr difference(unsigned width, Expr a, Expr b);
  Expr product(unsigned width, Expr a, Expr b);
  Expr quotient(uint8_t op, unsigned width, Expr a, Expr b);
  Expr shift(uint8_t op, unsigned width, Expr a, Expr b);

  // rules_bits.cpp
  Expr conjunction(unsigned width, Expr a, Expr b);
  Expr disjunction(unsigned width, Expr a, Expr b);
  Expr exclusion(unsigned width, Expr a, Expr b);
  Expr negation(Expr a);                                     // of one bit
  Expr by_parts(uint8_t op, unsigned width, Expr a, Expr b); // of CONCAT and ZEXT
  Expr joined(unsigned width, Expr a, Expr b);               // a | b where no bit can be set in both
  Value possible_ones(Expr e, unsigned depth = 0) const;     // bits that may be set
  bool disjoint(Expr a, Expr b) const { return (possible_ones(a) & possible_ones(b)) == 0; }
  bool is_negation_of(Expr a, Expr b) const;
  bool negates_freely(Expr e) const; // the negation has no more operations

  // rules_comparison.cpp
  Expr equality(uint8_t op, Expr a, Expr b);
  Expr equality_with(Expr a, Value c); // a == c
  Expr order(uint8_t op, Expr a, Expr b);
  Expr order_with(uint8_t op, Expr a, Value c, bool constant_left);
  Expr extended_order_with(uint8_t op, Expr a, Value c, bool constant_left);
  Expr choice_compared(uint8_t op, Expr a, Value c, bool constant_left);
  Expr read_compared(uint8_t op, Expr a, Value c, bool constant_left);

  // rules_structure.cpp
  Expr choice(unsigned width, Expr p, Expr x, Expr y);
  Expr choice_of_bits(Expr p, Expr x, Expr y);
  Expr extraction(unsigned width, Expr a, unsigned low);
  Expr concatenation(unsigned width, Expr a, Expr b);
  Expr extension(uint8_t op, unsigned width, Expr a);
  Expr bytes_swapped(unsigned width, Expr a);
  bool narrows(Expr e, unsigned width, unsigned depth = 0) const; // its low bits are simpler than all of it
  Expr reading(Expr array, Expr index);
  Expr writing(unsigned width, Expr array, Expr index, Expr value);

  const braid_node &node(Expr e) const { return store_[e]; }
  bool is(Expr e, uint8_t op) const { return store_[e].op == op; }
  unsigned width(Expr e) const { return store_[e].width; }
  std::optional<Value> constant(Expr e) const { return store_.constant(e); }
  // The constant operand on the right of an operation, if it has one.
  std::optional<Value> right(Expr e) const { return constant(node(e).b); }
  Expr made(Value value, unsigned width) { return store_.constant(value, width); }
  Expr truth(bool value) { return store_.truth(value); }

  Store &store_;
  bool all_;
};

} // namespace braid::expr
