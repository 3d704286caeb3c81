// Strategies: which of the ways that nobody has gone is tried next.
//
// Every way is given to a strategy when it is seen, and asked for when somebody is free to try one. A way may be
// gone meanwhile by a run that was made for another: who asks looks whether it is still of interest, and asks
// again. So strategies need not look through what they hold.
//
// A strategy decides the order and nothing else: left alone, all of them end with the same set of paths.
#pragma once

#include "explore/coverage.h"
#include "explore/random.h"
#include "explore/tree.h"

#include <memory>
#include <optional>
#include <string_view>

namespace braid::explore {

struct Candidate {
  Tree::Alternative way;
  TestNumber test = 0; // a run that came by
  Site site = 0;
  uint32_t values = 0; // of a VALUE that is tried: how many were seen there
};

// What a run has brought.
struct RunNews {
  TestNumber test = 0;
  const Path &path;
  uint32_t new_ways = 0; // of branches and switches, that no run had gone before
  bool diverged = false;
  const WayNews *ways = nullptr; // what the run told about ways, if it is known
};

// What strategies may look at.
struct Knowledge {
  const Tree &tree;
  const Coverage &coverage;
  const SiteTable &sites;
};

class Strategy {
public:
  Strategy() = default;
  Strategy(const Strategy &) = delete;
  Strategy &operator=(const Strategy &) = delete;
  virtual ~Strategy() = default;

  // The ways of a run are added after ran(), in the order of its path.
  virtual void ran(const RunNews &) {}
  virtual void add(const Candidate &candidate) = 0;
  virtual std::optional<Candidate> take() = 0;
};

struct StrategyEntry {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Strategy> (*make)(const Knowledge &knowledge, uint64_t seed);
};

// All there are; the first is the default.
std::span<const StrategyEntry> strategies();
const StrategyEntry *find_strategy(std::string_view name);

// Each in a file of its own.
std::unique_ptr<Strategy> make_depth_first(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_breadth_first(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_random_branch(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_random_path(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_random_priority(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_rare_place(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_generational(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_uncovered_first(const Knowledge &knowledge, uint64_t seed);
std::unique_ptr<Strategy> make_mixture(const Knowledge &knowledge, uint64_t seed);

} // namespace braid::explore
