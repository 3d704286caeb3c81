// Strided wrapped intervals: the numbers first, first + stride, first + 2 * stride, ... modulo 2^width.
//
// The paper that this layer follows ("A Value Set Decision Procedure for Symbolic Execution", Abyaneh and Kirsch,
// 2021) writes <a, b, s>: lower bound, upper bound, stride. Here the number of steps stands for the upper bound,
// because then nothing needs a second look when the bounds wrap, and because the number of members less one fits
// its type even when all 2^128 numbers are members.
//
// Intersection and difference are stated for linear intervals, those that do not wrap: a wrapped one is two of
// them, see split(). They are exact: intersection solves the two congruences.
#pragma once

#include "solver/values/modular.h"

#include <optional>
#include <vector>

namespace braid::solver::values {

// Invariant: first < 2^width, stride >= 1, steps * stride < 2^width; with one member the stride is 1.
struct StridedInterval {
  Value first = 0;
  Value steps = 0; // members less one
  Value stride = 1;

  Value span() const { return steps * stride; }
  // Of a linear interval; of a wrapped one take it modulo 2^width.
  Value last() const { return first + span(); }
  bool wraps(unsigned width) const { return span() > mask_of(width) - first; }
  bool contains(Value value, unsigned width) const {
    const Value distance = (value - first) & mask_of(width);
    return distance <= span() && distance % stride == 0;
  }
  bool operator==(const StridedInterval &) const = default;
};

inline StridedInterval strided(Value first, Value steps, Value stride) {
  return {first, steps, steps == 0 ? 1 : stride};
}

using Pieces = std::vector<StridedInterval>;

// Adds the one or two linear intervals that `interval` consists of.
void split(const StridedInterval &interval, unsigned width, Pieces &to);

// Of linear intervals: the numbers in both.
std::optional<StridedInterval> common(const StridedInterval &a, const StridedInterval &b);

// Of linear intervals: adds those that `from` consists of without the members of `taken`. False, and some of them
// added, if they are more than `most`.
bool subtract(const StridedInterval &from, const StridedInterval &taken, size_t most, Pieces &to);

} // namespace braid::solver::values
