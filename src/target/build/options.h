// One list of options for two steps: the user gives what a single `cc files... -o program` would take, and each
// file is compiled by itself and linked afterwards. An option that only one step understands goes to that step.
#pragma once

#include <string>
#include <vector>

namespace braid::target {

struct StepOptions {
  std::vector<std::string> compile, link;
};

// Without what the build decides itself: how far the compiler goes (-c, -S ...), where its output goes (-o), and
// which dependencies it notes (-M...).
std::vector<std::string> without_output_options(const std::vector<std::string> &options);

// plain: also without the options that only braid-cc knows, and with the part of libFuzzer taken out as braid-cc
// does.
StepOptions split_options(const std::vector<std::string> &options, bool plain);

// Of the options one file was compiled with, those that the linker's step needs too.
std::vector<std::string> options_for_both(const std::vector<std::string> &compile_options);

// Without a language standard that is not one of this language: "-std=c++20" means the C++ files among several.
std::vector<std::string> without_foreign_standard(const std::vector<std::string> &options, bool cxx);

} // namespace braid::target
