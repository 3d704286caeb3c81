// braid.toml: options that are always the same for a project, so that nobody has to type them.
//
//     [run]                       # the command
//     stdin = 64                  # --stdin 64
//     strategy = "generational"
//     no-tests = true             # a flag
//     file = ["a.bin", "b.bin"]   # an option given twice
//
// Keys are the names of options without the dashes. What is on the command line wins.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace braid::cli {

// Words for the command line that stand for what the file says about a command, without the options that `given`
// has already. Nothing if there is no such file. Throws UsageError, with the line, if it is not understood.
std::vector<std::string> project_words(const std::filesystem::path &file, const std::string &command,
                                       const std::vector<std::string> &given);

} // namespace braid::cli
