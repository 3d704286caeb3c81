// The way that leads soonest to a way nobody has gone.
//
// Distances are counted over the control flow graph of the program, which its code brings along: a way is good
// that leads to code no run has come near. What the code does not show was seen in runs: indirect calls, and which
// place came after a decision inside a library. Such a decision leads on to what follows the call of the library.
#include "explore/flow.h"
#include "explore/strategy.h"

#include <deque>
#include <map>

namespace braid::explore {

namespace {

class UncoveredFirst : public Strategy {
public:
  explicit UncoveredFirst(const Knowledge &knowledge) : coverage_(knowledge.coverage), sites_(knowledge.sites) {}

  void ran(const RunNews &news) override {
    if (news.ways != nullptr) {
      places_.insert(places_.end(), news.ways->places.begin(), news.ways->places.end());
      for (const braid_edge &edge : news.ways->edges)
        flow_.add(edge.from, edge.to);
      is_old_ = is_old_ || !news.ways->places.empty();
    }
    const Step *before = nullptr;
    for (const Step &step : news.path.steps) {
      if (step.kind != StepKind::BRANCH && step.kind != StepKind::SWITCH)
        continue;
      if (seen_.insert(key_of(before, step)).second)
        follow(before, step);
      before = &step;
    }
    is_old_ = is_old_ || news.new_ways != 0;
  }

  void add(const Candidate &candidate) override {
    const Direction way{candidate.site, candidate.way.choice};
    const auto [found, added] = ways_.try_emplace(way);
    if (added)
      found->second.point = way_point(way);
    found->second.candidates.push_back(candidate);
  }

  std::optional<Candidate> take() override {
    if (is_old_)
      measure();
    // The nearest kind of way that has somebody waiting; of these the one that waits longest, whose path is likely
    // to be short.
    auto best = ways_.end();
    uint64_t nearest = UINT64_MAX;
    for (auto way = ways_.begin(); way != ways_.end(); ++way)
      if (const uint64_t distance = rank(way->first, way->second.point); distance < nearest) {
        best = way;
        nearest = distance;
      }
    if (best == ways_.end())
      return std::nullopt;
    std::deque<Candidate> &candidates = best->second.candidates;
    const Candidate candidate = candidates.front();
    candidates.pop_front();
    if (candidates.empty())
      ways_.erase(best);
    return candidate;
  }

private:
  using Direction = std::pair<Site, uint64_t>;
  struct Waiting {
    Flow::Point point = 0;
    std::deque<Candidate> candidates;
  };

  Flow::Point way_point(const Direction &way) const {
    return braid_way_point(sites_[way.first].id, uint32_t(way.second));
  }

  // Of one thing that can happen: this step, there, after that one.
  static uint64_t key_of(const Step *before, const Step &step) {
    uint64_t key = uint64_t(step.site) << 32 | step.caller;
    if (before != nullptr)
      key ^= (uint64_t(before->site) << 32 ^ before->choice) * 0x9E3779B97F4A7C15U;
    return key;
  }

  void follow(const Step *before, const Step &step) {
    is_old_ = true;
    if (before != nullptr)
      flow_.add(way_point({before->site, before->choice}), sites_[step.site].id);
    for (uint32_t way = 0; way < (step.kind == StepKind::SWITCH ? step.ways : 2); way++) {
      flow_.add(sites_[step.site].id, way_point({step.site, way}));
      if (step.caller != 0)
        flow_.add(way_point({step.site, way}), sites_[step.caller].id);
    }
  }

  // The distance first; ways that were gone somewhere come after others.
  uint64_t rank(const Direction &way, Flow::Point point) const {
    const bool is_covered = coverage_.is_covered(way.first, way.second);
    if (!is_covered && coverage_.is_counted(way.first))
      return 0;
    return uint64_t(2) * flow_.distance(point) + (is_covered ? 1 : 0);
  }

  void measure() {
    is_old_ = false;
    std::vector<Flow::Point> goals;
    for (const WayNews::Place &place : places_)
      for (uint32_t way = 0; way < place.ways; way++)
        if (!coverage_.is_covered(place.site, way))
          goals.push_back(way_point({place.site, way}));
    flow_.measure(goals);
  }

  const Coverage &coverage_;
  const SiteTable &sites_;
  std::vector<WayNews::Place> places_; // that are counted
  Flow flow_;
  std::unordered_set<uint64_t> seen_; // keys of what flow_ knows from runs
  bool is_old_ = true;                // the distances are
  std::map<Direction, Waiting> ways_;
};

} // namespace

std::unique_ptr<Strategy> make_uncovered_first(const Knowledge &knowledge, uint64_t) {
  return std::make_unique<UncoveredFirst>(knowledge);
}

} // namespace braid::explore
