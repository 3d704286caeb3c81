// One operation with constant operands, seen as a function of the operand that is left.
//
// image() and preimage() carry sets through it, forward and backward. Both are exact or say nothing.
#pragma once

#include "solver/values/value_set.h"

namespace braid::solver::values {

struct Step {
  uint8_t op = BRAID_OP_NONE;
  bool constant_first = false;   // the constant is operand a, and x is b
  uint16_t from = 1, to = 1;     // bits of x and of the result
  uint16_t low = 0;              // of EXTRACT: the lowest bit
  Value constant = 0, other = 0; // of ITE, where x is the condition: the values for true and for false

  Value apply(Value x) const;
  bool operator==(const Step &) const = default;
};

// All values of the step for members of `set`.
std::optional<ValueSet> image(const Step &step, const ValueSet &set);

// All x for which the step gives a member of `set`.
std::optional<ValueSet> preimage(const Step &step, const ValueSet &set);

// Building blocks of both, in linear_maps.cpp.

// All x * factor modulo 2^width.
std::optional<ValueSet> product(const ValueSet &set, Value factor);
// The lowest bits of all members.
std::optional<ValueSet> truncated(const ValueSet &set, unsigned width);
// All numbers of `width` bits whose lowest bits are a member.
std::optional<ValueSet> repeated(const ValueSet &set, unsigned width);
// The members that are `rest` modulo 2^bits, divided by that; the result is `bits` narrower.
std::optional<ValueSet> quotients_of_multiples(const ValueSet &set, unsigned bits, Value rest);
// All member * 2^bits + rest; the result is `bits` wider.
std::optional<ValueSet> scaled(const ValueSet &set, unsigned bits, Value rest);
// All x ^ mask, for which x ^ mask is a member too.
std::optional<ValueSet> flipped(const ValueSet &set, Value mask);

// What is true of x in `x op constant`, or in `constant op x`.
ValueSet truth_of(const Step &comparison);

} // namespace braid::solver::values
