// Which ways were gone at branches and switches that depend on input.
#pragma once

#include "explore/path.h"

#include <set>

namespace braid::explore {

class Coverage {
public:
  // True if nobody has gone this way before.
  bool add(const Step &step);
  bool is_covered(Site site, uint64_t choice) const;

  // Ways gone, and all ways at the places seen so far.
  size_t covered() const { return covered_; }
  size_t known() const { return known_; }

private:
  struct Place {
    bool seen = false;
    uint64_t ways = 0;         // bit by choice
    std::set<uint64_t> others; // choices from 64 on
  };
  std::vector<Place> places_;
  size_t covered_ = 0, known_ = 0;
};

} // namespace braid::explore
