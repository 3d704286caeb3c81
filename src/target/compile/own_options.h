// Options of braid-cc that Clang knows nothing of. They begin with --braid- and are taken out of the command line;
// what they say reaches the pass through the environment of the compiler, because a plugin has no options of its
// own there.
//
//   --braid-input=NAME[,NAME...]    what these functions return is input (docs/inputs.md)
//   --braid-checks=NAME[,NAME...]   operations that can go wrong are recorded (trace/checks.def); all, usual, none
//   --braid-merging                 all that is read and written is recorded, for merging paths (docs/merging.md)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace braid::compile {

struct OwnOptions {
  std::string error;                        // not empty: what is wrong with them
  std::vector<std::string> input_functions; // by linkage name
  uint64_t checks = 0;                      // a bit for each enum braid_check
  bool merging = false;
};

// Takes them out of `arguments`.
OwnOptions take_own_options(std::vector<std::string> &arguments);
// What Clang needs for the checks, before all other arguments.
std::vector<std::string> check_arguments(const OwnOptions &options);
// Puts them into the environment, where those of an outer command or of the user may be already.
void pass_on(const OwnOptions &options);

} // namespace braid::compile
