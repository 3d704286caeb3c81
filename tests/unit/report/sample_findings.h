// The findings of tests/cli/report, with the source found: 1 and 2 are confirmed, 3 is not.
#pragma once

#include "report/findings.h"

namespace braid::report {

inline FindingsReport sample_findings() {
  FindingsReport report = read_findings_report(BRAID_REPORT_FIXTURE "/out");
  report.version = "1.2.3";
  report.campaign.folder = BRAID_REPORT_FIXTURE;
  report.root = BRAID_REPORT_FIXTURE;
  return report;
}

inline bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace braid::report
