#include "target/outcome.h"

#include "trace/format.h"

#include <csignal>
#include <cstring>

namespace braid::target {

namespace {

std::string signal_name(int signal) {
  const char *name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

const char *stop_reason(uint32_t end) {
  switch (end) {
  case BRAID_END_NODES:
    return "the table of expressions is full";
  case BRAID_END_EVENTS:
    return "the table of events is full";
  case BRAID_END_ASSUME:
    return "an assumption does not hold for this input";
  case BRAID_END_SOURCES:
    return "the table of input sources is full";
  case BRAID_END_MEMORY:
    return "there is no memory left for the labels of the program's memory";
  default:
    return "the runtime met something it cannot handle";
  }
}

} // namespace

const char *ending_name(Ending ending) {
  static constexpr const char *NAMES[] = {"exited",  "signalled",   "timed-out",
                                          "stopped", "server-lost", "interrupted"};
  return NAMES[size_t(ending)];
}

std::string Outcome::text() const {
  switch (ending) {
  case Ending::EXITED:
    return "exit status " + std::to_string(status);
  case Ending::SIGNALLED:
    return "killed by " + signal_name(signal);
  case Ending::TIMED_OUT:
    return repeats ? "out of time for ever: a state came again" : "out of time";
  case Ending::STOPPED:
    return std::string("stopped: ") + stop_reason(end) + (message.empty() ? "" : " (" + message + ")");
  case Ending::INTERRUPTED:
    return "interrupted";
  case Ending::SERVER_LOST:
    break;
  }
  return "the program killed its server process";
}

} // namespace braid::target
