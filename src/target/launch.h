// Starting a process: one place for everything that has to be right between fork and exec.
#pragma once

#include "target/descriptor.h"
#include "target/program.h"

#include <chrono>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace braid::target {

class Sandbox;

using Clock = std::chrono::steady_clock;

// A process that this one started. It is killed and collected at the latest with this object; so is its
// process group.
class Process {
public:
  Process() = default;
  Process(Process &&other) noexcept : id_(std::exchange(other.id_, 0)), handle_(std::move(other.handle_)) {}
  Process &operator=(Process &&other) noexcept;
  ~Process() { end(); }

  bool exists() const { return id_ > 0; }
  pid_t id() const { return id_; }
  // Becomes readable when the process has ended.
  int handle() const { return handle_.number(); }
  // False if it is still there at that time.
  bool wait_until(Clock::time_point deadline) const;

  struct End {
    int wait_status = 0; // as waitpid gives it
    std::chrono::nanoseconds cpu{0};
  };
  // Kills what is left of it and of its process group, and collects it.
  End end();

private:
  friend struct Launch;

  pid_t id_ = 0;
  Descriptor handle_;
};

struct Launch {
  const Program &program;
  const Limits &limits;
  // Number in the new process and the descriptor here that it is made from. All others are closed there.
  std::vector<std::pair<int, int>> descriptors;
  std::vector<std::string> variables; // NAME=value, put in front of the program's environment
  uint64_t memory_limit = 0;          // 0 for none
  std::optional<unsigned> core;       // to run on
  bool randomise_addresses = false;
  const Sandbox *sandbox = nullptr; // to run in

  // In a session of its own, with default signals and without core dumps. Throws Error if the program cannot be
  // executed.
  Process start() const;
};

} // namespace braid::target
