// Findings as a SARIF 2.1.0 log, as GitHub code scanning, editors and other viewers read it: a rule for each kind
// that occurs, a result for each finding, the path to it as a code flow.
//
// A finding that was not confirmed is a result of level "note" whose message begins with "Not confirmed". SARIF
// has "kind": "review" for results that somebody should look at, but then demands the level "none", and viewers do
// not show that level.
#pragma once

#include "report/findings.h"

namespace braid::report {

std::string sarif_log(const FindingsReport &report);

// A file name as (part of) a URI: what is not allowed there as %20 is.
std::string uri_path(std::string_view path);

} // namespace braid::report
