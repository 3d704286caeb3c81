// Findings as annotations of GitHub Actions: a line for each on standard output, which the runner takes for a
// command and shows at the line of the source. It shows ten of each kind (error, warning, notice) in a step, so no
// more are written; all findings are in the summary of the step (report/markdown.h).
#pragma once

#include "report/findings.h"

namespace braid::report {

std::string github_annotations(const FindingsReport &report);

// % and ends of lines, and for properties also : and ,
std::string github_message(std::string_view text);
std::string github_property(std::string_view text);

} // namespace braid::report
