// What goes wrong outside the program under test: it cannot be started, it is not ours, the system refuses
// something. What the program itself does wrong is never an error but an Outcome (outcome.h).
#pragma once

#include <stdexcept>
#include <string>

namespace braid::target {

class Error : public std::runtime_error {
public:
  // what happened, such as "the program cannot be started: No such file or directory"; where, such as the path
  // of the program; and what the user can do next (empty if nothing is known to help).
  Error(const std::string &what_happened, std::string where, std::string next_step = {})
      : std::runtime_error(text(what_happened, where, next_step)), where_(std::move(where)),
        next_step_(std::move(next_step)) {}

  const std::string &where() const { return where_; }
  const std::string &next_step() const { return next_step_; }

private:
  static std::string text(const std::string &what, const std::string &where, const std::string &next) {
    std::string all = where.empty() ? what : where + ": " + what;
    return next.empty() ? all : all + "\n  " + next;
  }

  std::string where_, next_step_;
};

// An Error for a system call that failed, with the text of errno.
Error system_error(const std::string &what_failed, const std::string &where = {});

} // namespace braid::target
