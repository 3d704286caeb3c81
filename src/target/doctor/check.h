// One line of what `braid doctor` has to say: what was looked at, how it is, and what to do if it is not well.
#pragma once

#include <string>
#include <vector>

namespace braid::doctor {

enum class Verdict { OK, WARNING, FAILURE };

struct Check {
  Verdict verdict;
  std::string subject;
  std::string detail;
  std::string advice; // what to do; empty if all is well
};

using Checks = std::vector<Check>;

} // namespace braid::doctor
