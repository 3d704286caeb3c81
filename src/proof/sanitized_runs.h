// Runs of one build with a sanitizer: by a server where the program has one and nothing stands against it, else
// started anew.
#pragma once

#include "proof/server.h"

namespace braid::proof {

class SanitizedRuns {
public:
  // variables: what the sanitizer is told, as NAME=value, while a server forks, and where there is none. Of the
  // limits, memory is what the program may have; sanitizers take more.
  SanitizedRuns(target::Program program, target::Limits limits, std::vector<std::string> served,
                std::vector<std::string> anew);

  const std::filesystem::path &program() const { return program_.path; }
  // Of the input: everything.
  target::Outcome run(const target::Input &input);
  // In a process of its own, with one more word for the sanitizer (the first of the variables).
  target::Outcome run_with(const target::Input &input, const std::string &word);
  // From any thread: the run under way and all later ones end as INTERRUPTED.
  void interrupt();
  // For runs of other builds of the same program.
  const std::atomic<bool> &interrupted() const { return interrupted_; }
  const target::Limits &limits() const { return limits_; }

private:
  target::Program program_;
  target::Limits limits_;
  std::vector<std::string> anew_;
  bool is_served_; // the program was linked with the server
  Server server_;
  std::atomic<bool> interrupted_{false};
};

// One run, started for it, with these variables (NAME=value) in addition. Of the limits, memory is as for a
// server. `tool`: words in front of the program's name, such as those of Valgrind.
target::Outcome run_anew(target::Program program, const target::Input &input, target::Limits limits,
                         const std::atomic<bool> &interrupted, const std::vector<std::string> &variables,
                         const std::vector<std::string> &tool = {});

// A signal by which the system ends what has gone wrong, as opposed to one that somebody sends.
bool is_fault(int signal);
// Why a run may have said less than it should, in words that go on a sentence about runs; empty if there is no
// reason.
std::string gap_of(const target::Outcome &outcome);

} // namespace braid::proof
