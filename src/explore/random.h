// Numbers that look random and are the same for the same seed, everywhere.
#pragma once

#include <cstdint>

namespace braid::explore {

// SplitMix64: a counter, mixed.
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t mixed = state_ += 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBU;
    return mixed ^ mixed >> 31;
  }
  // From 0 to bound - 1.
  uint64_t below(uint64_t bound) { return uint64_t((unsigned __int128)(next())*bound >> 64); }

private:
  uint64_t state_;
};

} // namespace braid::explore
