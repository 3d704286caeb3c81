#include "cli/program_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace braid::cli {

namespace fs = std::filesystem;

namespace {

// Throws unless it can be run.
fs::path checked(const fs::path &path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    throw UsageError{fmt::format("{}: there is no such program", path.string())};
  if (fs::is_directory(path, ignored))
    throw UsageError{
        fmt::format("{}: is a folder; give a program that is in it, or for braid run its sources", path.string())};
  if (!fs::is_regular_file(path, ignored) || access(path.c_str(), X_OK) != 0)
    throw UsageError{fmt::format("{}: is not a program", path.string())};
  return path;
}

} // namespace

fs::path find_program(const std::string &name) {
  std::error_code ignored;
  // A file that is here is meant, also if there is a program of that name elsewhere (test, dirname).
  if (name.find('/') != std::string::npos || fs::exists(name, ignored))
    return checked(fs::path(name).has_parent_path() ? fs::path(name) : fs::path(".") / name);
  const char *path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const size_t end = std::min(folders.find(':'), folders.size());
    const fs::path candidate = fs::path(folders.substr(0, end)) / name;
    if (end != 0 && access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, ignored))
      return candidate;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  throw UsageError{fmt::format("{}: there is no such program, neither here nor in PATH", name)};
}

bool wants_colours(const std::string &choice) {
  if (choice != "auto")
    return choice == "always";
  const char *terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr &&
         !(terminal != nullptr && std::string_view(terminal) == "dumb");
}

} // namespace braid::cli
