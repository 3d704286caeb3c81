// Sets as lists of members, to compare with: for widths small enough to look at every number.
#pragma once

#include "solver/values/step.h"

#include <gtest/gtest.h>
#include <vector>

namespace braid::solver::values::test {

using Members = std::vector<bool>; // by number

inline Members members_of(const StridedInterval &interval, unsigned width) {
  Members members(size_t(1) << width);
  for (Value i = 0; i <= interval.steps; i++)
    members[size_t((interval.first + i * interval.stride) & mask_of(width))] = true;
  return members;
}

inline Members members_of(const ValueSet &set) {
  Members members(size_t(1) << set.width());
  for (const StridedInterval &piece : set.pieces())
    for (Value i = 0; i <= piece.steps; i++) {
      const size_t number = size_t((piece.first + i * piece.stride) & set.mask());
      EXPECT_FALSE(members[number]) << "two pieces have a common member";
      members[number] = true;
    }
  return members;
}

// Every strided interval of that width, each in one form.
inline std::vector<ValueSet> all_intervals(unsigned width) {
  std::vector<ValueSet> all;
  const Value mask = mask_of(width);
  for (Value first = 0; first <= mask; first++) {
    all.push_back(ValueSet::single(width, first));
    for (Value stride = 1; stride <= mask; stride++)
      for (Value steps = 1; steps <= mask / stride; steps++)
        all.push_back(ValueSet::progression(width, first, steps, stride));
  }
  return all;
}

} // namespace braid::solver::values::test
