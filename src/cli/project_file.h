// braid.toml: options that are always the same for a project, so that nobody has to type them.
//
//     [run]                       # the command
//     stdin = 64                  # --stdin 64
//     strategy = "generational"
//     no-tests = true             # a flag
//     file = ["a.bin", "b.bin"]   # an option given twice
//
//     [program]                   # what its functions are for
//     input-functions = ["read_sensor", "rand"]
//     error-functions = ["fatal_error"]
//
// Keys are the names of options without the dashes. What is on the command line wins.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace braid::cli {

// What the file says about one command.
class ProjectFile {
public:
  // Reads it; it need not be there. Throws UsageError, with the line, if it is not understood.
  ProjectFile(std::filesystem::path file, const std::string &command);

  // Words for the command line, without options that are given there already.
  std::vector<std::string> words(const std::function<bool(const std::string &key)> &is_given) const;
  // "braid.toml:3: " if a message is about an option that stands in the file, else nothing.
  std::string place_of(const std::string &message) const;

private:
  struct Entry {
    std::string key;
    std::vector<std::string> values;
    unsigned line;
  };

  std::filesystem::path file_;
  std::vector<Entry> entries_;
};

} // namespace braid::cli
