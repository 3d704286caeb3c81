// SHA-1 and SHA-256 (FIPS 180-4), for names and fingerprints that other tools expect. Nothing here guards
// anything: where SHA-1 is a name, that it is broken does not matter.
#pragma once

#include <string>
#include <string_view>

namespace braid::results {

// In lower case hexadecimal digits.
std::string sha1(std::string_view bytes);
std::string sha256(std::string_view bytes);

} // namespace braid::results
