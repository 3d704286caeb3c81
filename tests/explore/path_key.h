// The name of a path: a hash over the sequence of decisions that a run took.
//
// Two runs are on the same path if they came to the same decisions on input, at the same places, in the same
// order, with the same results. 128 bits are enough to take equal hashes for equal paths: a test has thousands of
// paths at most, and nobody chooses them to collide.
#pragma once

#include "trace/reader.h"

#include <compare>
#include <string>

namespace braid::enumerate {

struct PathKey {
  // Two hashes of the FNV kind with different multipliers.
  uint64_t first = 0xcbf29ce484222325, second = 0x6c62272e07bb0142;

  void add(uint64_t number);
  // 32 hexadecimal digits.
  std::string text() const;
  auto operator<=>(const PathKey &) const = default;
};

struct PathKeyHash {
  size_t operator()(const PathKey &key) const { return key.first ^ key.second; }
};

// One decision on input, as a path is made of.
struct Decision {
  uint64_t site_id;
  uint32_t site;   // its number in the trace
  uint64_t choice; // branch: 1 for taken; switch: which way, 0 is that of the default; made concrete: the value
};

// The decisions of a run, in order.
std::vector<Decision> decisions(const trace::View &view);

PathKey path_key(const std::vector<Decision> &decisions);

} // namespace braid::enumerate
