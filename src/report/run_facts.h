// What whoever ran the program knows about the run and its trace does not say. Reports take it from here, so that
// they depend on no code that runs programs.
#pragma once

#include <string>
#include <vector>

namespace braid::report {

struct RunFacts {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> notes; // about the input, such as "standard input is a terminal: taken as empty"

  std::string outcome; // one line, such as "exit status 3" or "killed by SIGSEGV"
  std::string ending;  // one word for machines: exited, signalled, timed-out, stopped, server-lost
  int status = 0;      // of exited
  int signal = 0;      // of signalled
  double seconds = 0;  // on the wall
  std::vector<std::string>
      limits; // that the program met, such as "an allocation of 5 bytes failed; the limit is ..."

  std::string output, errors;                    // what the program wrote itself
  bool output_whole = true, errors_whole = true; // false: only the first part was kept
};

} // namespace braid::report
