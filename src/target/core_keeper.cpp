#include "target/core_keeper.h"

#include <unistd.h>

namespace braid::target {

namespace {

constexpr auto time_between_looks = std::chrono::milliseconds(100);
// The scheduler looks for an idle core when a thread wakes up, which it does once in a run.
constexpr unsigned runs_of_a_look = 4;

} // namespace

std::optional<unsigned> CoreKeeper::look() {
  if (thread_ != gettid()) {
    release();
    if (sched_getaffinity(0, sizeof cores_, &cores_) != 0)
      return current_core();
    thread_ = gettid();
    free_runs_ = runs_of_a_look;
  }
  if (kept_) {
    if (Clock::now() < next_look_)
      return current_core();
    sched_setaffinity(0, sizeof cores_, &cores_);
    kept_ = false;
    free_runs_ = runs_of_a_look;
  } else if (free_runs_ > 0) {
    free_runs_--;
  } else {
    keep();
  }
  return current_core();
}

void CoreKeeper::keep() {
  if (const std::optional<unsigned> here = current_core())
    pin(0, *here);
  kept_ = true;
  next_look_ = Clock::now() + time_between_looks;
}

void CoreKeeper::release() {
  if (kept_ && thread_ == gettid()) // a thread that has ended needs none
    sched_setaffinity(0, sizeof cores_, &cores_);
  kept_ = false;
  thread_ = 0;
}

std::optional<unsigned> current_core() {
  const int core = sched_getcpu();
  return core < 0 ? std::nullopt : std::optional<unsigned>(static_cast<unsigned>(core));
}

void pin(pid_t process, unsigned core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  sched_setaffinity(process, sizeof cores, &cores);
}

} // namespace braid::target
