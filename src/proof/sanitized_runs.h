// Runs of one build with a sanitizer: by a server where the program has one and nothing stands against it, else
// started anew.
#pragma once

#include "proof/server.h"

namespace braid::proof {

class SanitizedRuns {
public:
  // variables: what the sanitizer is told, as NAME=value, while a server forks, and where there is none.
  SanitizedRuns(target::Program program, target::Limits limits, std::vector<std::string> served,
                std::vector<std::string> anew);

  const std::filesystem::path &program() const { return program_.path; }
  // Of the input: everything.
  target::Outcome run(const target::Input &input);
  // In a process of its own, with one more word for the sanitizer (the first of the variables).
  target::Outcome run_with(const target::Input &input, const std::string &word);
  // From any thread: the run under way and all later ones end as INTERRUPTED.
  void interrupt() { server_.interrupt(); }

private:
  target::Program program_;
  target::Limits limits_;
  std::vector<std::string> anew_;
  bool is_served_; // the program was linked with the server
  Server server_;
};

// One run, started for it, with these variables (NAME=value) in addition. `tool`: words in front of the program's
// name, such as those of Valgrind.
target::Outcome run_anew(target::Program program, const target::Input &input, target::Limits limits,
                         const std::vector<std::string> &variables, const std::vector<std::string> &tool = {});

} // namespace braid::proof
