// What is to be covered, from the most to the least: each level needs less paths than the one before it
// (docs/merging.md).
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace braid::explore {

enum class CoverageGoal : uint8_t {
  PATH,         // every path
  CONTEXT,      // every place, in every distinct state that matters there
  ERROR_BRANCH, // every way of every branch, and every error
  BRANCH,       // every way of every branch
};

std::string_view goal_name(CoverageGoal goal); // "path", "context", "error+branch", "branch"
std::optional<CoverageGoal> goal_of(std::string_view name);

} // namespace braid::explore
