#include "explore/merging/goal.h"

namespace braid::explore {

static constexpr std::string_view NAMES[] = {"path", "context", "error+branch", "branch"};

std::string_view goal_name(CoverageGoal goal) { return NAMES[size_t(goal)]; }

std::optional<CoverageGoal> goal_of(std::string_view name) {
  for (size_t i = 0; i < std::size(NAMES); i++)
    if (NAMES[i] == name)
      return CoverageGoal(i);
  return std::nullopt;
}

} // namespace braid::explore
