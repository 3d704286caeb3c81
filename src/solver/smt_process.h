// A solver as a child process that speaks SMT-LIB 2 on its standard input and output.
//
// The process may die, hang, or say things that are no answers; none of this harms the one who asks. Reading and
// writing wait in poll, never longer than the deadline, and look every few milliseconds whether somebody wants to
// stop. A process that did not answer in time is killed, with all processes that it started: there is no other way
// to be sure that it stops. It dies too when the thread that started it ends.
#pragma once

#include "solver/query.h"

#include <atomic>
#include <sys/types.h>

namespace braid::solver {

class SmtProcess {
public:
  // The command is split at spaces; its program is looked for in PATH. Memory in bytes, 0 for no limit.
  SmtProcess(const std::string &command, size_t memory_limit, const std::atomic<bool> &interrupted);
  ~SmtProcess() { stop(); }
  SmtProcess(const SmtProcess &) = delete;
  SmtProcess &operator=(const SmtProcess &) = delete;

  // The name of the program without its folder, such as "z3".
  const std::string &name() const { return name_; }

  bool is_running() const { return process_ > 0; }
  bool start(); // false: problem() says why
  void stop();

  enum class Outcome : uint8_t {
    ANSWERED,
    TIME,
    INTERRUPTED,
    MEMORY, // it ended, most likely because of its limit of memory
    FAILED, // it ended or spoke nonsense: problem() says more
  };
  // Sends commands that have no answer, except for the last one, and waits for that: one symbol or one expression
  // in parentheses. With any other outcome than ANSWERED the process has been stopped.
  Outcome ask(std::string_view commands, std::string &answer, Clock::time_point deadline);

  const std::string &problem() const { return problem_; }

private:
  Outcome fail(std::string problem);
  Outcome ended();
  bool send(std::string_view &commands);
  bool receive(int &descriptor, std::string &into);
  std::optional<std::string> complete_answer();

  std::vector<std::string> words_; // of the command
  std::string name_;
  size_t memory_limit_;
  const std::atomic<bool> &interrupted_;

  pid_t process_ = 0;
  int input_ = -1, output_ = -1, errors_ = -1; // our ends of its descriptors
  std::string received_, error_text_;
  // How far received_ was looked at: position, parentheses open, inside of what.
  size_t scanned_ = 0;
  size_t comment_ = 0; // where the last one began
  size_t depth_ = 0;
  char inside_ = 0; // the end of a string, quoted symbol or comment; 0 for none
  std::string problem_;
};

} // namespace braid::solver
