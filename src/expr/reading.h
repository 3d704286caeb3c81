// How a C programmer would read a value: as which bytes of input, how large it can be, signed or unsigned.
//
// Expressions have bits without types. To print them with as few casts and marks as possible the printer needs to
// know how its own text will be read. That follows C: a byte of input is unsigned and becomes an int in
// arithmetic, a sign extension is signed, arithmetic of 32 bits and more is signed unless an operand is unsigned;
// and a value that is provably below half of its range reads the same either way. All answers look only a few
// levels deep, which keeps them cheap; beyond that they assume the worst, and the text gets a cast too many.
#pragma once

#include "expr/leaves.h"

namespace braid::expr {

enum class Reading : uint8_t {
  EITHER,   // below half of its range: the same number, whichever way it is read
  UNSIGNED, //
  SIGNED,   //
  WRAPPING, // narrower than int, and what C computes as an int may have other high bits: C needs a cast
};

// Bytes that make up a value.
struct ByteRange : Bytes {
  bool reversed; // the first byte is the most significant
};

// a < b ? a : b and its like.
struct Extreme {
  Expr first, second;
  bool is_maximum, is_signed;
};

// Nodes and leaves must outlive it. For one thread at a time.
class Readings {
public:
  Readings(std::span<const braid_node> nodes, const Leaves &leaves) : nodes_(nodes), leaves_(&leaves) {}

  Reading of(Expr e) const { return reading(e, DEPTH); }
  // Whether C takes the printed text for an unsigned type, even if its value is EITHER.
  bool has_unsigned_type(Expr e) const;
  bool may_be_negative(Expr e) const; // read as signed
  // Whether a plain /, %, >> or < on these values is the unsigned one. If not, and they are as wide as an int,
  // the operator is printed with a u behind it.
  bool plain_is_unsigned(Expr first, Expr second) const { return plain_is_unsigned(first, second, DEPTH); }
  std::optional<Extreme> extreme(const braid_node &choice) const;
  // An upper bound of the value, read unsigned, that holds for all inputs.
  Value maximum(Expr e) const { return bound(e, BOUND_DEPTH); }
  std::optional<ByteRange> bytes(Expr e) const;
  std::optional<Value> constant(Expr e) const;
  // An expression of the same width and value, without operations that change nothing: x & 0xff of a byte, x + 1
  // - 1.
  Expr simplified(Expr e) const;
  // A truncation that cuts off only zeros.
  bool keeps_value(const braid_node &extract) const;
  // The byte of input that the value is, extensions set aside; 0 if it is none.
  Expr input_byte(Expr e) const;

private:
  static constexpr unsigned DEPTH = 5, BOUND_DEPTH = 12;
  Reading reading(Expr e, unsigned depth) const;
  Reading type(Expr e, unsigned depth) const;
  Reading narrow_type(Expr e, unsigned depth) const;
  Reading common_type(Expr first, Expr second, unsigned depth) const;
  Reading common_narrow(Expr first, Expr second, unsigned depth) const;
  bool plain_is_unsigned(Expr first, Expr second, unsigned depth) const;
  Value bound(Expr e, unsigned depth) const;
  Value computed_bound(const braid_node &node, unsigned depth) const;

  std::span<const braid_node> nodes_;
  const Leaves *leaves_;
  // Bounds found before, and how deep was looked for them: shared parts are looked at once for each depth.
  struct Bound {
    unsigned depth;
    Value value;
  };
  mutable std::unordered_map<Expr, Bound> bounds_;
};

} // namespace braid::expr
