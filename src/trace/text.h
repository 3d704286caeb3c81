// A label as readable text in the manner of C, with the inputs' names:
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

#include "trace/names.h"
#include "trace/reading.h"

namespace braid::trace {

struct TextLimits {
  size_t characters = 160; // about; longer texts are tried again with less depth
  size_t counted = 10'000; // nodes to look at for the size of an elided expression
};

// The view must outlive it. For one thread at a time.
class LabelText {
public:
  explicit LabelText(const View &view, TextLimits limits = {});

  // The value of a label; for one bit, as a condition.
  std::string label(Label label) const;
  // A constant as it would be written beside the label, such as the value of a case in a switch.
  std::string constant(Label beside, Value constant) const;

  const SourceNames &names() const { return names_; }

private:
  std::string size_text(Label label) const;

  const View *view_;
  TextLimits limits_;
  SourceNames names_;
  Readings readings_;
};

} // namespace braid::trace
