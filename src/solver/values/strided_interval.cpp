#include "solver/values/strided_interval.h"

#include <algorithm>

namespace braid::solver::values {

void split(const StridedInterval &interval, unsigned width, Pieces &to) {
  if (!interval.wraps(width)) {
    to.push_back(interval);
    return;
  }
  const Value before = (mask_of(width) - interval.first) / interval.stride; // steps until the numbers start again
  to.push_back(strided(interval.first, before, interval.stride));
  to.push_back(strided((interval.first + (before + 1) * interval.stride) & mask_of(width),
                       interval.steps - before - 1, interval.stride));
}

std::optional<StridedInterval> common(const StridedInterval &a, const StridedInterval &b) {
  if (a.first < b.first)
    return common(b, a);
  const Value end = std::min(a.last(), b.last());
  if (a.first > end)
    return std::nullopt;
  if (a.stride == 1 && b.stride == 1)
    return strided(a.first, end - a.first, 1);
  // The least i with a.first + i * a.stride = b.first modulo b.stride.
  const Value distance = a.first - b.first, divisor = greatest_common_divisor(a.stride, b.stride);
  if (distance % divisor != 0)
    return std::nullopt;
  // A divisor of the stride, so the quotient is at least 1.
  const Value modulus = std::max<Value>(b.stride / divisor, 1),
              missing = (modulus - distance / divisor % modulus) % modulus;
  const Value i = product_modulo(missing, inverse_modulo(a.stride / divisor % modulus, modulus), modulus);
  if (i > (end - a.first) / a.stride)
    return std::nullopt;
  const Value first = a.first + i * a.stride, room = end - first;
  if (a.stride > room / modulus) // the least common multiple does not fit, or does not even fit its type
    return strided(first, 0, 1);
  const Value stride = a.stride * modulus;
  return strided(first, room / stride, stride);
}

bool subtract(const StridedInterval &from, const StridedInterval &taken, size_t most, Pieces &to) {
  const std::optional<StridedInterval> gone = common(from, taken);
  if (!gone) {
    to.push_back(from);
    return true;
  }
  if (const Value before = (gone->first - from.first) / from.stride; before > 0)
    to.push_back(strided(from.first, before - 1, from.stride));
  if (const Value after = (from.last() - gone->last()) / from.stride; after > 0)
    to.push_back(strided(gone->last() + from.stride, after - 1, from.stride));
  // Between the members that go, either the gaps stay, or what is the same distance behind each member.
  const Value distance = gone->steps == 0 ? 1 : gone->stride / from.stride, gaps = gone->steps;
  if (distance == 1)
    return true;
  if (std::min(gaps, distance - 1) > most)
    return false;
  if (gaps <= distance - 1)
    for (Value i = 0; i < gaps; i++)
      to.push_back(strided(gone->first + i * gone->stride + from.stride, distance - 2, from.stride));
  else
    for (Value i = 1; i < distance; i++)
      to.push_back(strided(gone->first + i * from.stride, gaps - 1, gone->stride));
  return true;
}

} // namespace braid::solver::values
