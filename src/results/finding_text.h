// Findings from what programs and sanitizers write: places, and which kind a headline is about.
#pragma once

#include "results/finding_file.h"

#include <string_view>

namespace braid::results {

// What the system does not tell apart.
constexpr std::string_view SIGFPE_TITLE = "division by zero, or quotient that is too large for its type";

// "src/x.c:12 (main)", "x.c:12:3" or "an unknown place". What is not understood is not known.
Location place_of_text(std::string_view text);

// A finding of the kind that the report of a sanitizer is about: `message` is its headline, or just
// "AddressSanitizer: " and a word; `report` the whole.
Finding finding_of_sanitizer(std::string_view message, std::string_view report);

} // namespace braid::results
