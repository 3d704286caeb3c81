// One finding for a person: what and where, the source around it, the input, which of its bytes matter, the way
// there, what the sanitizer says, and how to see it again. A finding that was not confirmed says so before
// anything else.
#pragma once

#include "report/findings.h"
#include "report/source_lines.h"
#include "report/words.h"

namespace braid::report {

std::string finding_text(const results::Finding &finding, SourceLines &sources, const Palette &palette);

// All of them, and a last line that counts them.
std::string findings_text(const FindingsReport &report, const Palette &palette);

// The lines around a place, the line itself marked and a caret below its column; none if the source is not there.
std::vector<std::string> source_excerpt(const results::Location &place, SourceLines &sources,
                                        const Palette &palette);

// Such as "2 findings, 1 of them not confirmed".
std::string findings_count(const std::vector<results::Finding> &findings);

// How to see it again: commands, one a line.
std::vector<std::string> reproduction_lines(const results::Finding &finding);

} // namespace braid::report
