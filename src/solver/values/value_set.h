// A set of numbers of one width, as a bounded number of strided wrapped intervals without a common member.
//
// What a set says is exact. An operation whose result would need more intervals than the bound gives nothing:
// "cannot say". Unlike in the paper the intervals of a set may have different strides, because intersection
// stays exact with them.
#pragma once

#include "solver/values/strided_interval.h"

namespace braid::solver::values {

class ValueSet {
public:
  static constexpr size_t MAX_PIECES = 64;
  // More pieces than this are not looked at in the hope that they join to few.
  static constexpr size_t MAX_UNJOINED = 2 * MAX_PIECES;

  static ValueSet empty(unsigned width) { return ValueSet(width); }
  static ValueSet full(unsigned width) { return range(width, 0, mask_of(width)); }
  static ValueSet single(unsigned width, Value value) { return range(width, value, value); }
  // From first up to last, over 2^width if last is less than first.
  static ValueSet range(unsigned width, Value first, Value last);
  static ValueSet progression(unsigned width, Value first, Value steps, Value stride);
  // Pieces may wrap. `joined` wants them without common members, `united` takes any.
  static std::optional<ValueSet> joined(unsigned width, const Pieces &pieces);
  static std::optional<ValueSet> united(unsigned width, const Pieces &pieces);

  unsigned width() const { return width_; }
  Value mask() const { return mask_of(width_); }
  const Pieces &pieces() const { return pieces_; }
  Pieces linear() const; // the same, none of them wrapped

  bool is_empty() const { return pieces_.empty(); }
  bool is_full() const { return !is_empty() && last_index() == mask(); }
  bool is_single() const { return pieces_.size() == 1 && pieces_[0].steps == 0; }
  bool contains(Value value) const;
  // Number of members less one, which unlike their number always fits. The set is not empty.
  Value last_index() const;
  bool has_at_most(Value members) const { return is_empty() || last_index() < members; }
  // The members by number, from 0 to last_index(), in no particular order.
  Value member(Value index) const;

  // The set is not empty.
  Value lowest() const;
  Value highest() const;
  Value nearest(Value wanted) const; // the least distance as unsigned numbers

  ValueSet plus(Value addend) const;         // all x + addend
  ValueSet reflected(Value minuend) const;   // all minuend - x
  ValueSet with_width(unsigned width) const; // the same numbers, which must fit; none of the pieces wraps

  std::optional<ValueSet> intersection(const ValueSet &other) const;
  std::optional<ValueSet> difference(const ValueSet &other) const;
  std::optional<ValueSet> with(const ValueSet &other) const; // the union
  std::optional<ValueSet> complement() const { return full(width_).difference(*this); }

private:
  explicit ValueSet(unsigned width) : width_(width) {}

  unsigned width_;
  Pieces pieces_;
};

} // namespace braid::solver::values
