#include "explore/strategy.h"

namespace braid::explore {

std::span<const StrategyEntry> strategies() {
  static constexpr StrategyEntry ALL[] = {
      {"depth-first", "the deepest decision of the newest run", make_depth_first},
      {"breadth-first", "the decision with the fewest before it", make_breadth_first},
      {"random-branch", "any decision, all alike", make_random_branch},
      {"random-path", "by chance from the root: mostly early decisions", make_random_path},
      {"random-priority", "by a number drawn when the decision is first seen", make_random_priority},
      {"rare-place", "decisions at places seldom tried", make_rare_place},
      {"generational", "all decisions of the run that covered most (SAGE)", make_generational},
      {"coverage", "the decision nearest to a branch not yet taken", make_uncovered_first},
      {"mixture", "several, the next when one covers nothing new", make_mixture},
  };
  return ALL;
}

const StrategyEntry *find_strategy(std::string_view name) {
  for (const StrategyEntry &entry : strategies())
    if (entry.name == name)
      return &entry;
  return nullptr;
}

} // namespace braid::explore
