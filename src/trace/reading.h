// How a C programmer would read a value: as which bytes of input, how large it can be, signed or unsigned.
//
// A trace has bits without types. To print them with as few casts and marks as possible the printer needs to know
// how its own text will be read. That follows C: a byte of input is unsigned and becomes an int in arithmetic, a
// sign extension is signed, arithmetic of 32 bits and more is signed unless an operand is unsigned; and a value
// that is provably below half of its range reads the same either way. All answers look only a few levels deep,
// which keeps them cheap; beyond that they assume the worst, and the text gets a cast too many.
#pragma once

#include "trace/reader.h"

#include <optional>
#include <unordered_map>

namespace braid::trace {

enum class Reading : uint8_t {
  EITHER,   // below half of its range: the same number, whichever way it is read
  UNSIGNED, //
  SIGNED,   //
  WRAPPING, // narrower than int, and what C computes as an int may have other high bits: C needs a cast
};

// Consecutive bytes of one source that make up a value.
struct ByteRange {
  uint32_t source, first, count;
  bool reversed; // the first byte is the most significant
};

// a < b ? a : b and its like.
struct Extreme {
  Label first, second;
  bool is_maximum, is_signed;
};

// For one thread at a time.
class Readings {
public:
  explicit Readings(const View &view) : view_(&view) {}

  Reading of(Label label) const { return reading(label, DEPTH); }
  // Whether C takes the printed text for an unsigned type, even if its value is EITHER.
  bool has_unsigned_type(Label label) const;
  bool may_be_negative(Label label) const; // read as signed
  // Whether a plain /, %, >> or < on these values is the unsigned one. If not, and they are as wide as an int,
  // the operator is printed with a u behind it.
  bool plain_is_unsigned(Label first, Label second) const { return plain_is_unsigned(first, second, DEPTH); }
  std::optional<Extreme> extreme(const braid_node &choice) const;
  // An upper bound of the value, read unsigned, that holds for all inputs.
  Value maximum(Label label) const { return bound(label, BOUND_DEPTH); }
  std::optional<ByteRange> bytes(Label label) const;
  std::optional<Value> constant(Label label) const;
  // A label of the same width and value, without operations that change nothing: x & 0xff of a byte, x + 1 - 1.
  Label simplified(Label label) const;
  // A truncation that cuts off only zeros.
  bool keeps_value(const braid_node &extract) const;
  // The byte of input that the value is, extensions set aside; 0 if it is none.
  Label input_byte(Label label) const;

private:
  static constexpr unsigned DEPTH = 5, BOUND_DEPTH = 12;
  Reading reading(Label label, unsigned depth) const;
  Reading type(Label label, unsigned depth) const;
  Reading narrow_type(Label label, unsigned depth) const;
  Reading common_type(Label first, Label second, unsigned depth) const;
  Reading common_narrow(Label first, Label second, unsigned depth) const;
  bool plain_is_unsigned(Label first, Label second, unsigned depth) const;
  Value bound(Label label, unsigned depth) const;
  Value computed_bound(const braid_node &node, unsigned depth) const;

  const View *view_;
  // Bounds found before, and how deep was looked for them: shared parts are looked at once for each depth.
  struct Bound {
    unsigned depth;
    Value value;
  };
  mutable std::unordered_map<Label, Bound> bounds_;
};

} // namespace braid::trace
