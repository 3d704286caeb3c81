// Which ways were gone. Counted are those of all branches and switches in the program's own source, whether they
// depend on input or not (way_reader.h). Ways in libraries and in library models are not counted, but strategies
// want to know about them too.
#pragma once

#include "explore/path.h"
#include "explore/way_reader.h"

#include <set>

namespace braid::explore {

class Coverage {
public:
  // What a run told: the number of ways that nobody had gone before.
  uint32_t add(const WayNews &news);
  // A step of a run, which matters if it is at a place that is not counted.
  void add(const Step &step);

  // How many of its ways are counted: all or none.
  uint32_t ways(Site site) const { return site < places_.size() ? places_[site].ways : 0; }
  bool is_counted(Site site) const { return ways(site) != 0; }
  bool is_covered(Site site, uint64_t choice) const;

  // Ways gone, and all there are.
  size_t covered() const { return covered_; }
  size_t total() const { return total_; }
  // Ways that could not be watched.
  size_t refused() const { return refused_; }

private:
  struct Place {
    uint32_t ways = 0;         // that are counted
    uint64_t gone = 0;         // bit by choice
    std::set<uint64_t> others; // choices from 64 on
  };
  Place &place(Site site);
  static bool go(Place &place, uint64_t choice);

  std::vector<Place> places_;
  size_t covered_ = 0, total_ = 0, refused_ = 0;
};

} // namespace braid::explore
