// Which ways a run went how often, roughly: runs of one loop that make seven, nine and twelve turns are told from
// one that makes three, and not from each other. A run that went some way more often than all before it, by such a
// measure, may do what none of them did, such as writing behind a buffer.
#pragma once

#include "explore/path.h"

#include <unordered_map>
#include <unordered_set>

namespace braid::explore {

class Passages {
public:
  // Whether this path has something that none before it had.
  bool add(const Path &path);

private:
  std::unordered_map<uint64_t, uint32_t> counts_; // of the path looked at: by way
  std::unordered_set<uint64_t> seen_;             // way and class of its count
};

} // namespace braid::explore
