// Which findings make a command fail: what somebody wants to be stopped by in continuous integration.
#pragma once

#include "results/finding_file.h"

#include <bitset>
#include <optional>

namespace braid::results {

class FailOn {
public:
  // Words with commas between them: names of kinds; error, warning and note, for findings of at least that
  // severity; any, which is all of them; none. Nothing if a word is something else, which is then in `wrong`.
  static std::optional<FailOn> parse(const std::string &words, std::string &wrong);

  bool is_met_by(const Finding &finding) const {
    return kinds_[size_t(finding.kind)] || (severity_ && finding.severity <= *severity_);
  }

private:
  std::bitset<size_t(FindingKind::COUNT)> kinds_;
  std::optional<Severity> severity_; // the least
};

} // namespace braid::results
