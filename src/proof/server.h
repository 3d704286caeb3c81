// A program that was linked with src/runtime/replay/server.c, started once and forked for each input.
#pragma once

#include "target/input_files.h"
#include "target/launch.h"
#include "target/memory_file.h"
#include "target/outcome.h"
#include "target/sandbox.h"

#include <atomic>
#include <optional>

namespace braid::proof {

class Server {
public:
  // variables: NAME=value, in front of the program's environment. Of the limits, memory is what a run may have in
  // use (target/attention.h); standard output is not kept.
  Server(target::Program program, target::Limits limits, std::vector<std::string> variables);

  // Of the input: standard input, files, marks and data. Starts the program if it does not wait already.
  target::Outcome run(const target::Input &input, const std::string &values);
  // From any thread: the run under way and all later ones end as INTERRUPTED.
  void interrupt();

private:
  enum class Answer : uint8_t { NUMBER, LATE, USED_UP_MEMORY, NONE };

  void place(const target::Input &input, const std::string &values);
  void start();
  pid_t outside(pid_t child) const;
  void send(pid_t child, int signal, bool to_group) const;
  Answer read_number(int &number, target::Clock::time_point deadline, pid_t child = 0) const;
  Answer read_status(int &status, pid_t child) const;

  target::Program program_;
  target::Limits limits_;
  std::vector<std::string> variables_;
  std::unique_ptr<target::Sandbox> sandbox_;
  target::InputFiles files_;
  target::MemoryFile standard_input_, values_, output_, errors_;
  target::Process process_;
  target::Descriptor commands_, answers_;
  std::atomic<bool> interrupted_{false};
};

} // namespace braid::proof
