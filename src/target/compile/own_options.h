// Options of braid-cc that Clang knows nothing of. They begin with --braid- and are taken out of the command line;
// what they say reaches the pass through the environment of the compiler, because a plugin has no options of its
// own there.
//
//   --braid-input=NAME[,NAME...]   what these functions return is input (docs/inputs.md)
#pragma once

#include <string>
#include <vector>

namespace braid::compile {

struct OwnOptions {
  std::string error;                        // not empty: what is wrong with them
  std::vector<std::string> input_functions; // by linkage name
};

// Takes them out of `arguments`.
OwnOptions take_own_options(std::vector<std::string> &arguments);
// Puts them into the environment, where those of an outer command or of the user may be already.
void pass_on(const OwnOptions &options);

} // namespace braid::compile
