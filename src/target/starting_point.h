// Where the runs of a program begin: at main, so that constructors run once, or before all constructors, for
// programs whose constructors read input (src/runtime/early.c). That is found out while the program starts, by the
// runtime, which sees what instrumented code asks for, and by the kernel, which remembers that a file was read by
// whomever.
//
// There is a third kind of program: code that runs even before our runtime (constructors of libraries that were
// not built with Braid) reads input. Such a program is started anew for each input; what that code reads is right,
// but carries no symbols.
#pragma once

#include "target/input.h"
#include "target/program.h"

#include <set>

namespace braid::target {

class StartingPoint {
public:
  explicit StartingPoint(Program program) : program_(std::move(program)) {}

  bool is_early() const { return place_ != Place::MAIN; }
  // Whether a program that was started for an earlier input is right for this one.
  bool suits(const Input &input) const;
  // The program to start for this input. Where runs begin early it has a place for each argument and each variable
  // of the input, because the runtime can only replace what is there.
  Program start_for(const Input &input);
  // It is running; `touched` is what the runtime says in its hello (trace/control.h).
  void is_running(uint64_t touched) { touched_ = touched; }
  // It was started for an input and read it before the point where runs begin. True if it must be started again.
  bool was_too_late();

  // For the user, if something will be missing.
  std::string warning() const;

private:
  enum class Place : uint8_t { MAIN, EARLY, EACH_RUN };

  // Where runs begin early: what can only be changed by starting the program again.
  struct Shape {
    size_t arguments = 0;
    std::set<std::string> variables; // that the program's own environment has not
    bool operator==(const Shape &) const = default;
  };

  Shape shape_of(const Input &input) const;
  bool has_variable(const std::string &name) const;
  bool was_asked_for(const Source &source) const;

  Program program_;
  Place place_ = Place::MAIN;
  Shape shape_;
  std::set<std::string> files_; // that were there at a start
  std::vector<Source> given_;   // arguments and variables, without their bytes, at the latest start
  uint64_t touched_ = 0;
};

} // namespace braid::target
