// finding.json of format 1, which is what braid run writes: kind, message and place are texts, and the inputs are
// in test.json beside it. It becomes the same struct as format 2; what it does not say stays empty.
#pragma once

#include "results/finding_file.h"

#include <string_view>

namespace braid::results {

class Fields;

// Throws Error as read_finding does.
Finding finding_of_format_1(const Fields &fields, const std::filesystem::path &file);

// "src/x.c:12 (main)", "x.c:12" or "an unknown place". What is not understood is not known.
Location place_of_text(std::string_view text);

// A finding of the kind that the report of a sanitizer is about: `message` is its headline, or just
// "AddressSanitizer: " and a word; `report` the whole.
Finding finding_of_sanitizer(std::string_view message, std::string_view report);

} // namespace braid::results
