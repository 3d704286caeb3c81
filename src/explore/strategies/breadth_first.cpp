// The way with the fewest decisions before it: easy queries first, and every early decision is tried before any
// late one.
#include "explore/strategy.h"

#include <deque>

namespace braid::explore {

namespace {

class BreadthFirst : public Strategy {
public:
  void add(const Candidate &candidate) override {
    if (candidate.way.depth >= levels_.size())
      levels_.resize(candidate.way.depth + size_t(1));
    levels_[candidate.way.depth].push_back(candidate);
    lowest_ = std::min<size_t>(lowest_, candidate.way.depth);
  }

  std::optional<Candidate> take() override {
    while (lowest_ < levels_.size() && levels_[lowest_].empty())
      lowest_++;
    if (lowest_ == levels_.size())
      return std::nullopt;
    const Candidate candidate = levels_[lowest_].front();
    levels_[lowest_].pop_front();
    return candidate;
  }

private:
  std::vector<std::deque<Candidate>> levels_; // by depth
  size_t lowest_ = 0;                         // nothing is below it
};

} // namespace

std::unique_ptr<Strategy> make_breadth_first(const Knowledge &, uint64_t) {
  return std::make_unique<BreadthFirst>();
}

} // namespace braid::explore
