// How somebody sees a finding without Braid: a script in the finding's folder that builds the program with a plain
// compiler and the sanitizers, and runs it with the input. It writes only to a folder of its own, which it
// removes; but for input files that the program knows by their whole names, which are put back.
#pragma once

#include "proof/prover.h"

namespace braid::proof {

struct Subject {
  target::BuildRequest sources; // as they were explored
  std::vector<std::string> arguments;
  Checks checks;
  std::filesystem::path program; // the build with sanitizers
  std::string input_file;        // the one that @@ stands for, as it is in the arguments; empty: there is none
};

// Writes reproduce.sh, and what it needs beside test.input, into the folder.
results::Reproduction write_reproduction(const Subject &subject, const results::Finding &finding,
                                         const target::Input &input, const std::filesystem::path &folder);

} // namespace braid::proof
