#include "results/fail_on.h"

#include <algorithm>
#include <sstream>

namespace braid::results {

std::optional<FailOn> FailOn::parse(const std::string &words, std::string &wrong) {
  FailOn made;
  std::istringstream stream(words);
  bool is_any_given = false;
  for (std::string word; std::getline(stream, word, ',');) {
    is_any_given = true;
    const std::string_view severity = word == "any" ? std::string_view(SEVERITIES.back()) : word;
    const auto *const found = std::find(SEVERITIES.begin(), SEVERITIES.end(), severity);
    const std::span<const FindingKindFacts> kinds = finding_kinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto &each) { return each.name == word; });
    if (found != SEVERITIES.end())
      made.severity_ = std::max(made.severity_.value_or(Severity::ERROR), Severity(found - SEVERITIES.begin()));
    else if (kind != kinds.end())
      made.kinds_.set(size_t(kind - kinds.begin()));
    else if (word != "none") {
      wrong = word;
      return std::nullopt;
    }
  }
  if (is_any_given)
    return made;
  wrong = words;
  return std::nullopt;
}

} // namespace braid::results
