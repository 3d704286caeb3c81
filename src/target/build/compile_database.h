// compile_commands.json: how a build system compiles each file (CMake writes it, and Bear for make). Files are
// told apart by what they are, not by how their paths are written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace braid::target {

struct DatabaseEntry {
  std::filesystem::path folder;     // that the compiler runs in
  std::filesystem::path file;       // as the entry writes it
  std::vector<std::string> options; // without compiler, input, output and dependencies
};

class CompileDatabase {
public:
  // The file, or the folder it is in. Throws Error if it cannot be read or is something else.
  explicit CompileDatabase(const std::filesystem::path &path);

  // In the order of the database; at least one. Throws Error, with names that are like it, if there is none.
  std::vector<DatabaseEntry> entries_for(const std::filesystem::path &source) const;

private:
  struct Known {
    std::filesystem::path identity; // absolute, without links
    DatabaseEntry entry;
  };

  std::filesystem::path path_;
  std::vector<Known> entries_;
};

// The words of a command line as a shell splits it, as far as compile commands use that.
std::vector<std::string> split_command(const std::string &text);

} // namespace braid::target
