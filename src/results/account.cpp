#include "results/account.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::results {

void Account::leave_out(const std::string &reason) {
  const auto known = std::find_if(left_out_.begin(), left_out_.end(),
                                  [&](const LeftOut &entry) { return entry.reason == reason; });
  if (known == left_out_.end())
    left_out_.push_back({reason, 1});
  else
    known->count++;
}

std::vector<std::string> Account::lines() const {
  std::vector<std::string> lines;
  lines.reserve(left_out_.size() + notes_.size());
  for (const LeftOut &entry : left_out_)
    lines.push_back(
        fmt::format("{} {} left out: {}", entry.count, entry.count == 1 ? "test" : "tests", entry.reason));
  lines.insert(lines.end(), notes_.begin(), notes_.end());
  return lines;
}

} // namespace braid::results
