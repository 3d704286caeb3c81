// An expression as readable text in the manner of C, with the names of its leaves:
//   stdin[0] == 'a' && (int8_t)stdin[1] < 5      n * 10 + 3 <u 100      (stdin[2] & 0x20) != 0
//
// Operators have C's precedence; parentheses stand where C needs them or compilers would warn without them.
// Signs show only where they matter: a plain <, /, % or >> is right for the operands as they are printed,
// reading bytes of input as unsigned and int arithmetic as signed; where a comparison needs the other reading,
// a cast says so, or a u behind the operator (<u, /u, >>u) for int arithmetic read as unsigned. Extensions that
// do not change the value are not shown; arithmetic narrower than int that may wrap around gets the cast a C
// programmer would write. Consecutive bytes read together are stdin[0..3], in memory order (little-endian);
// bswap32() and its like of that if the order is the other one. Bits used as a floating-point number are
// as_float() or as_double(), a number's bits are bits().
//
// Expressions can be huge and share their parts; the text cannot. Printing stops at a depth at which the result
// is short enough, writes … for what lies below and adds how large the whole is and what it depends on.
#pragma once

#include "expr/reading.h"

namespace braid::expr {

struct TextLimits {
  size_t characters = 160; // about; longer texts are tried again with less depth
  size_t counted = 10'000; // nodes to look at for the size of an elided expression
};

// Nodes and leaves must outlive it. For one thread at a time.
class TextPrinter {
public:
  TextPrinter(std::span<const braid_node> nodes, const Leaves &leaves, TextLimits limits = {})
      : nodes_(nodes), leaves_(&leaves), limits_(limits), readings_(nodes, leaves) {}

  // The value of an expression; for one bit, as a condition.
  std::string text(Expr e) const;
  // A constant as it would be written beside the expression, such as the value of a case in a switch.
  std::string constant(Expr beside, Value constant) const;

private:
  std::string size_text(Expr e) const;

  std::span<const braid_node> nodes_;
  const Leaves *leaves_;
  TextLimits limits_;
  Readings readings_;
};

std::string text(const Store &store, Expr e);

} // namespace braid::expr
