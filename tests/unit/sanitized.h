// Sanitizers make everything twenty times slower, and they look for faults of another kind than wrong results:
// what goes through many cases may go through fewer of them there.
#pragma once

namespace braid::test {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool SANITIZED = true;
#elif defined(__has_feature)
constexpr bool SANITIZED = __has_feature(address_sanitizer);
#else
constexpr bool SANITIZED = false;
#endif

constexpr unsigned fewer_if_sanitized(unsigned rounds) { return SANITIZED ? (rounds + 19) / 20 : rounds; }

} // namespace braid::test
