// The way that leads soonest to a branch nobody has taken.
//
// Distances are counted over the decisions seen so far: which place came after which way of which other place, in
// any run. That is the control flow graph as far as it depends on input, with calls and library functions followed
// as they happened. A way that was never gone at all has distance 0; a way that was gone elsewhere has the
// distance of what came after it there.
#include "explore/strategy.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace braid::explore {

namespace {

class UncoveredFirst : public Strategy {
public:
  explicit UncoveredFirst(const Knowledge &knowledge) : coverage_(knowledge.coverage) {}

  void ran(const RunNews &news) override {
    const Step *before = nullptr;
    for (const Step &step : news.path.steps) {
      if (step.kind != StepKind::BRANCH && step.kind != StepKind::SWITCH)
        continue;
      if (places_.emplace(step.site, step.ways).second)
        is_old_ = true;
      if (before != nullptr && edges_.insert({{before->site, before->choice}, step.site}).second)
        is_old_ = true;
      before = &step;
    }
    is_old_ = is_old_ || news.new_ways != 0;
  }

  void add(const Candidate &candidate) override {
    ways_[{candidate.site, candidate.way.choice}].push_back(candidate);
  }

  std::optional<Candidate> take() override {
    if (is_old_)
      measure();
    // The nearest kind of way that has somebody waiting; of these the newest, which is likely to be near the rest
    // of what is known.
    auto best = ways_.end();
    uint32_t nearest = UINT32_MAX;
    for (auto way = ways_.begin(); way != ways_.end(); ++way)
      if (const uint32_t distance = distance_of(way->first); best == ways_.end() || distance < nearest) {
        best = way;
        nearest = distance;
      }
    if (best == ways_.end())
      return std::nullopt;
    const Candidate candidate = best->second.front();
    best->second.pop_front();
    if (best->second.empty())
      ways_.erase(best);
    return candidate;
  }

private:
  using Direction = std::pair<Site, uint64_t>;
  static constexpr uint32_t FAR = UINT32_MAX - 1;

  uint32_t distance_of(const Direction &way) const {
    if (!coverage_.is_covered(way.first, way.second))
      return 0;
    const auto found = distances_.find(way);
    return found == distances_.end() ? FAR : found->second;
  }

  // Backwards from the places that have a way nobody has gone.
  void measure() {
    is_old_ = false;
    distances_.clear();
    std::map<Site, std::vector<Direction>> leading_to;
    for (const auto &[way, site] : edges_)
      leading_to[site].push_back(way);
    std::deque<std::pair<Site, uint32_t>> pending;
    std::set<Site> reached;
    for (const auto &[site, ways] : places_)
      for (uint32_t way = 0; way < ways; way++)
        if (!coverage_.is_covered(site, way)) {
          pending.emplace_back(site, 0);
          reached.insert(site);
          break;
        }
    while (!pending.empty()) {
      const auto [site, distance] = pending.front();
      pending.pop_front();
      for (const Direction &way : leading_to[site])
        if (distances_.emplace(way, distance + 1).second && reached.insert(way.first).second)
          pending.emplace_back(way.first, distance + 1);
    }
  }

  const Coverage &coverage_;
  std::map<Site, uint32_t> places_; // with the number of their ways
  std::set<std::pair<Direction, Site>> edges_;
  bool is_old_ = true; // the distances are
  std::map<Direction, uint32_t> distances_;
  std::map<Direction, std::deque<Candidate>> ways_;
};

} // namespace

std::unique_ptr<Strategy> make_uncovered_first(const Knowledge &knowledge, uint64_t) {
  return std::make_unique<UncoveredFirst>(knowledge);
}

} // namespace braid::explore
