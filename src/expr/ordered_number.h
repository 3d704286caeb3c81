// Floating-point numbers in their order: a whole number for each, such that neighbours differ by one.
//
// -0 and 0 are one number in comparisons and two here. What is not a number has no place.
#pragma once

#include "expr/floating.h"

namespace braid::expr {

// The place of a number; -0 is at -1, 0 at 0.
constexpr int64_t place_of(uint64_t number, unsigned width) {
  const uint64_t sign = uint64_t(1) << (width - 1);
  return (number & sign) != 0 ? -int64_t(number ^ sign) - 1 : int64_t(number);
}

constexpr uint64_t number_at(int64_t place, unsigned width) {
  const uint64_t sign = uint64_t(1) << (width - 1);
  return place < 0 ? uint64_t(-(place + 1)) | sign : uint64_t(place);
}

// The place of the largest number, which is infinite.
constexpr int64_t last_place(unsigned width) { return width == 32 ? 0x7f800000 : 0x7ff0000000000000; }

// The neighbour that compares as larger (steps > 0) or smaller; the number itself if there is none.
constexpr uint64_t next_number(uint64_t number, unsigned width, int steps) {
  const int64_t last = last_place(width);
  int64_t place = place_of(number, width);
  for (; steps > 0 && place < last; steps--)
    place += place == -1 ? 2 : 1; // from -0 past 0, which is no more
  for (; steps < 0 && place > -last - 1; steps++)
    place -= place == 0 ? 2 : 1;
  return number_at(place, width);
}

} // namespace braid::expr
