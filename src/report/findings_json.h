// All findings of a folder as one JSON document, for tools: what is in each finding.json, complete, with what was
// explored. The keys stay as they are; new ones may come.
#pragma once

#include "report/findings.h"

namespace braid::report {

inline constexpr int FINDINGS_JSON_VERSION = 1;

std::string findings_json(const FindingsReport &report);

} // namespace braid::report
