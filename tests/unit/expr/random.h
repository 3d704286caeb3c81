// Random numbers for tests, with a seed that a failure can be seen again with.
#pragma once

#include "expr/floating.h"

#include <bit>
#include <cstdlib>
#include <random>

namespace braid::expr::test {

// The seed for a test: random, or the one in BRAID_TEST_SEED, to see a failure again.
inline uint64_t test_seed() {
  if (const char *given = std::getenv("BRAID_TEST_SEED"))
    return std::strtoull(given, nullptr, 0);
  return std::random_device()();
}

class Random {
public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  uint64_t word() { return engine_(); }
  uint64_t below(uint64_t bound) { return engine_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class Container> const auto &pick(const Container &from) { return from[below(std::size(from))]; }

  // A value of that width; corner cases are more likely than chance has them.
  Value value(unsigned width) {
    const Value mask = mask_of(width);
    switch (below(8)) {
    case 0:
      return below(4) & mask;
    case 1:
      return (mask - below(4)) & mask;
    case 2:
      return ((Value(1) << (width - 1)) + Value(below(3)) - 1) & mask;
    case 3:
      return Value(1) << below(width);
    default:
      return (Value(word()) << 64 | word()) & mask;
    }
  }

  // The bits of a floating-point number, special ones included.
  uint64_t number(unsigned width) {
    static constexpr double PLAIN[] = {
        0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3, 10, 1e10, -1e30, 1e-30, 1e-310, 4503599627370496.5};
    const uint64_t infinity = width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
    const uint64_t sign = chance(50) ? uint64_t(1) << (width - 1) : 0;
    switch (below(8)) {
    case 0:
      return infinity | sign;
    case 1: // a NaN, quiet or signalling
      return infinity | sign | 1 | (word() & (floating::quiet_bit(width) * 2 - 1));
    case 2: // smallest numbers
      return below(4) | sign;
    case 3:
      return uint64_t(value(width));
    default:
      if (width == 32)
        return std::bit_cast<uint32_t>(float(pick(PLAIN)));
      return std::bit_cast<uint64_t>(pick(PLAIN));
    }
  }

private:
  std::mt19937_64 engine_;
};

} // namespace braid::expr::test
