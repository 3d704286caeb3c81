// The words that have a meaning in our scripts, so that no symbol may have them for a name.
#pragma once

#include <string_view>

namespace braid::expr {

// A word of SMT-LIB or of its theories, or a name that our printer gives to definitions.
bool is_taken_in_smtlib(std::string_view name);

} // namespace braid::expr
