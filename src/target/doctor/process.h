// Runs a command to its end and keeps what it printed. Small on purpose: for compilers and the like, which
// end by themselves and read nothing.
#pragma once

#include <string>
#include <vector>

namespace braid::doctor {

struct Outcome {
  bool started = false;
  int status = 0;     // exit code, or 128 and the number of the signal
  std::string output; // standard output and standard error
  bool success() const { return started && status == 0; }
};

// A name without a slash is looked for in PATH. Standard input is empty.
Outcome run_command(const std::vector<std::string> &command);

} // namespace braid::doctor
