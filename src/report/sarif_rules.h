// The rules of a SARIF log: the kinds that occur in it, with everything that the table of kinds says about them.
#pragma once

#include "results/finding_file.h"

#include <nlohmann/json_fwd.hpp>

namespace braid::report {

class SarifRules {
public:
  explicit SarifRules(const std::vector<results::Finding> &findings);

  // In the list of rules; the kind must occur.
  size_t index(results::FindingKind kind) const;
  nlohmann::ordered_json json() const;

private:
  std::vector<results::FindingKind> kinds_;
};

} // namespace braid::report
