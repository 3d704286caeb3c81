// Text in XML 1.0. It has no way to write most control characters, not even as references, so they, and bytes
// that are not UTF-8, are shown as \x1b is.
#pragma once

#include <string>
#include <string_view>

namespace braid::report {

// Between tags; ends of lines stay.
std::string xml_text(std::string_view text);
// Between double quotes.
std::string xml_attribute(std::string_view text);

} // namespace braid::report
