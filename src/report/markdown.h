// Findings as Markdown, for the summary of a step of GitHub Actions, a comment or an issue: a table, and below it
// the details of each, folded. Whatever the program, its input or its file names contain stays text.
#pragma once

#include "report/findings.h"

namespace braid::report {

// Details that would make it longer than `most_bytes` are left out, and that is said. GitHub takes 1 MiB.
std::string findings_markdown(const FindingsReport &report, size_t most_bytes = 1000 * 1000);

// Text in a line of Markdown, also within a table.
std::string markdown_text(std::string_view text);
// Text as code in a line of Markdown.
std::string markdown_code(std::string_view text);
// Lines as code, in a block with a fence that is not in them.
std::string markdown_block(std::string_view text);

} // namespace braid::report
