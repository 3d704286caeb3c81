// Text that may be shown as it is: on a terminal, in JSON, in a script.
#pragma once

#include <cstddef>
#include <string_view>

namespace braid::expr {

// Bytes of the UTF-8 character at the beginning of the text; 0 if there is none, or a control character.
size_t printable_length(std::string_view text);

} // namespace braid::expr
