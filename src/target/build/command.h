// Runs a command to its end and keeps what it printed; several at a time. For compilers, which end by themselves
// and read nothing.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace braid::target {

struct Command {
  std::filesystem::path folder; // to run in
  std::vector<std::string> words;

  // As one would type it.
  std::string text() const;
};

struct CommandResult {
  int status = 0;     // exit status, or 128 and the number of the signal
  std::string output; // standard output and standard error
  bool success() const { return status == 0; }
};

// Throws Error if it cannot be started, or if another thread sets `interrupted`: then it is killed.
CommandResult run_command(const Command &command, const std::atomic<bool> *interrupted = nullptr);

// As many at a time as there are cores; results in the order of the commands.
std::vector<CommandResult> run_commands(const std::vector<Command> &commands,
                                        const std::atomic<bool> *interrupted = nullptr);

// The word as a shell needs it: in quotes if it has to be.
std::string shell_quoted(const std::string &word);

} // namespace braid::target
