// What the libraries of a program write to standard error when they end it: assert, the runtime of C++,
// sanitizers.
//
// The program writes there too, a megabyte without the end of a line if it likes. So everything here looks at each
// byte a few times and needs no stack; std::regex recurses for each character, and a long line is the end of it.
#pragma once

#include <optional>
#include <string>

namespace braid::results {

struct Message {
  std::string text;
  std::string place; // "file.c:12 (main)"; empty if it does not say
};

std::optional<Message> find_assertion(const std::string &errors);
std::optional<Message> find_exception(const std::string &errors);
std::optional<Message> find_sanitizer(const std::string &errors);

} // namespace braid::results
