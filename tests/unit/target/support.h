// What the tests of src/target share: the programs under test, and short ways to run them.
#pragma once

#include "target/executor.h"

#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace braid::target {

// One of the programs in programs/.
inline Program test_program(const std::string &name) {
  return {std::string(BRAID_TEST_PROGRAMS) + "/" + name, {}, {}, {}};
}

// Likewise, without a sandbox: for tests that know its processes by their ids.
inline Program in_the_open(const std::string &name) {
  Program program = test_program(name);
  program.sandbox = false;
  return program;
}

// Input that makes the program "behaviours" behave in the given way.
inline Input behave(const std::string &behaviour, const std::string &rest = "some text to read\nand more\n") {
  return Input::standard_input(behaviour + "\n" + rest);
}

inline ExecutorOptions in_mode(Mode mode) {
  ExecutorOptions options;
  options.mode = mode;
  return options;
}

// What must be the same however a program is run.
struct Visible {
  Ending ending;
  int status, signal;
  std::string output, errors;

  explicit Visible(const Outcome &outcome)
      : ending(outcome.ending), status(outcome.status), signal(outcome.signal), output(outcome.output),
        errors(outcome.errors) {}
  bool operator==(const Visible &) const = default;
};

inline std::ostream &operator<<(std::ostream &stream, const Visible &visible) {
  Outcome outcome;
  outcome.ending = visible.ending;
  outcome.status = visible.status;
  outcome.signal = visible.signal;
  return stream << outcome.text() << ", output \"" << visible.output << "\", errors \"" << visible.errors << '"';
}

} // namespace braid::target
