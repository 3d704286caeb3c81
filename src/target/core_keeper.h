// Keeps a worker's thread on one processor core, beside the program it runs.
//
// The two take turns, never working at once. On a machine with idle cores the scheduler moves whoever wakes up to
// one of those, where caches are cold and the core has to be woken first: a run then takes twice as long. So the
// thread stays where it is. Every now and then it is set free for a few runs, in which the scheduler moves it if
// its core has other work to do: two explorations do not sit on one core while another is idle.
#pragma once

#include <chrono>
#include <optional>
#include <sched.h>

namespace braid::target {

class CoreKeeper {
public:
  CoreKeeper() = default;
  CoreKeeper(const CoreKeeper &) = delete;
  CoreKeeper &operator=(const CoreKeeper &) = delete;
  ~CoreKeeper() { release(); }

  // Before a run, in the thread that conducts it: the core it is on.
  std::optional<unsigned> look();
  // The thread may go anywhere again, as it could at first.
  void release();

private:
  using Clock = std::chrono::steady_clock;

  void keep();

  pid_t thread_ = 0; // whose cores are known, 0 if none
  cpu_set_t cores_;  // it had at first
  bool kept_ = false;
  unsigned free_runs_ = 0;
  Clock::time_point next_look_;
};

// The core that this thread runs on, if the system says.
std::optional<unsigned> current_core();
void pin(pid_t process, unsigned core);

} // namespace braid::target
