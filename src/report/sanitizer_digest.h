// The part of a sanitizer's report that its reader looks for: the headline, and of each stack the frames in the
// program's own code. The whole report is in finding.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace braid::report {

// At most so many lines; frames as "  #1 main x.c:12:3". Empty if there is no headline in it.
std::vector<std::string> sanitizer_digest(std::string_view whole, size_t most_lines);

} // namespace braid::report
