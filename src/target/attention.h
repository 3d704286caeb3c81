// What somebody who waits for a plain run does besides waiting.
#pragma once

#include <atomic>
#include <cstdint>
#include <sys/types.h>

namespace braid::target {

struct Attention {
  // Another thread may set it; the run ends as INTERRUPTED then.
  const std::atomic<bool> *interrupted = nullptr;
  // Private memory in use with which the program is ended (Outcome::used_up_memory); 0: none. Programs with
  // sanitizers reserve terabytes of addresses, so what they use is looked at from outside, instead of the limit
  // that other programs have.
  uint64_t memory = 0;
  // When its time is up it is asked to abort before it is killed: a sanitizer tells then where it was.
  bool ask_where = false;
};

// Private memory that a process has in use, in bytes; 0 if there is no such process.
uint64_t private_memory(pid_t process);

} // namespace braid::target
