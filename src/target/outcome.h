// How one run of a program ended, seen from outside.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace braid::target {

enum class Ending : uint8_t {
  EXITED,      // by itself: exit, return from main, _exit
  SIGNALLED,   // killed by a signal, usually its own fault
  TIMED_OUT,   // killed because its time was up, or would have been
  STOPPED,     // by the runtime: no room for the record, or an assumption did not hold (see `end`)
  SERVER_LOST, // the program killed the process that serves it; how the run ended is not known
  INTERRUPTED  // killed because somebody wants to stop: says nothing about the program
};

// One word for machines: exited, signalled, timed-out, stopped, server-lost, interrupted.
const char *ending_name(Ending ending);

struct Outcome {
  Ending ending = Ending::EXITED;
  bool repeats = false;                          // of TIMED_OUT: a state came again, so it would never have ended
  int status = 0;                                // exit status of EXITED, 0 to 255
  int signal = 0;                                // of SIGNALLED
  uint32_t end = 0;                              // enum braid_end as the trace has it; 0 in a plain run
  std::string message;                           // of the runtime, if it had to stop
  std::string warning;                           // for the user: a sentence on what is missing in the record
  bool used_up_memory = false;                   // killed by whoever waited for it (attention.h)
  uint64_t refused_bytes = 0;                    // size of the first allocation that failed; 0: none did
  std::string output;                            // standard output
  std::string errors;                            // standard error
  bool output_whole = true, errors_whole = true; // false: only the first part was kept
  std::chrono::nanoseconds wall{0}, cpu{0};
  // Where a fatal signal struck, if that was asked for or seen without that: calls under way, the innermost first,
  // as offsets in the program's file.
  std::vector<uint64_t> calls;
  bool restarted = false; // ran in a process that had run before
  std::string obstacle; // why the process could not be kept for the next run; empty: it could, or was not asked to

  bool exited_with(int expected) const { return ending == Ending::EXITED && status == expected; }
  bool killed_by(int expected) const { return ending == Ending::SIGNALLED && signal == expected; }
  // One line for a person, such as "exit status 3" or "killed by SIGSEGV".
  std::string text() const;
};

} // namespace braid::target
