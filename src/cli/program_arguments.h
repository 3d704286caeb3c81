// Finding the program that a command is about.
#pragma once

#include <filesystem>
#include <string>

namespace braid::cli {

// Something on the command line that cannot be meant so: what, and what to do.
struct UsageError {
  std::string text;
};

// The file of that name, or else, for a name without a slash, the program that a shell would find.
// Throws UsageError if there is no such program.
std::filesystem::path find_program(const std::string &name);

// Colours on standard output: "always", "never", or "auto", which looks whether somebody can see them.
bool wants_colours(const std::string &choice);

} // namespace braid::cli
