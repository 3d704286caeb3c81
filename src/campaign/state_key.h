// What a state on disk must have been for: everything that the program is and is given, apart from the inputs.
//
// A way that was found to be impossible is closed for good, and nobody asks again when the same command goes on.
// So the verdict must have been about the same code and the same surroundings:
//
// - all code that the program consists of, as it is when it has been started: the program, every library that is
//   loaded with it, and what a script starts in its place. What it loads later (dlopen) is not known here.
// - the environment, but for variables that differ from one terminal to the next, which would make nobody's
// command
//   go on. What the program is given as input counts with its form and not with its value.
// - whether it has a sandbox.
//
// Tests that were proved are not proved again, and operations that were asked about are not asked about again. So
// the builds that prove and the checks count as well.
#pragma once

#include "explore/exploration.h"
#include "target/program.h"

#include <filesystem>

namespace braid::campaign {

// What else is asked of the program.
struct KeyOfChecks {
  uint64_t checks = 0;                       // a bit for each enum braid_check
  std::vector<std::filesystem::path> proofs; // builds that findings are proved with
  std::vector<std::string> error_functions;  // whose calls nothing but the proof notices
};

// Of a program that has been started as this process, with the first input in its place.
std::string state_key(pid_t process, const target::Program &program, const target::Input &first_input,
                      const explore::Exploration::Options &options, const KeyOfChecks &checks);

} // namespace braid::campaign
