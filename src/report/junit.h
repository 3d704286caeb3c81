// Findings as JUnit XML, which every system for continuous integration shows: one suite for the exploration, in it
// one test case for the exploration itself, which passed if it ended in order, and one for each finding, which
// failed. A finding that was not confirmed is "skipped": it is shown, and breaks no build. There is no schema that
// all readers share; what is used here is what all of them know.
#pragma once

#include "report/findings.h"

namespace braid::report {

std::string junit_xml(const FindingsReport &report);

} // namespace braid::report
