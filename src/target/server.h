// The engine's end of trace/control.h: the server process of one program and the two pipes to it.
#pragma once

#include "target/launch.h"
#include "trace/control.h"

namespace braid::target {

class Server {
public:
  Server() = default;

  // Starts the process. trace: descriptor of the trace memory; early: to wait before all constructors.
  void start(Launch launch, int trace, bool early);
  void stop();
  bool is_running() const { return process_.exists(); }
  pid_t id() const { return process_.id(); }

  void send(braid_command_kind kind, uint64_t run);

  enum class Event : uint8_t { MESSAGE, DEADLINE, LOST, INTERRUPTED };
  // The next message from the server or its child, unless the deadline comes first, the server has died, or there
  // is something to read from the descriptor `interrupt`.
  Event receive(braid_message &message, Clock::time_point deadline, int interrupt = -1);

  // Kills the child that runs now. `hint` is what the trace says its id is; the program may have changed it, so
  // it is believed only of a child of the server. Otherwise the server is killed, which takes the child along.
  void kill_child(pid_t hint);
  // The child that has this id where it runs, by the id that it has here; 0 if the server has no such child.
  pid_t child(pid_t hint) const;

  // How the process ended, if it did; the object is then as if never started.
  Process::End collect();

private:
  Process process_;
  // The reading end of the commands stays open here too, so that writing to a dead server is not a signal.
  Pipe commands_;
  Descriptor statuses_;
  bool in_sandbox_ = false;
};

} // namespace braid::target
