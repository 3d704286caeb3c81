// What exploration needs of a program: that it can be run. How, is src/target's matter.
#pragma once

#include "target/input.h"
#include "target/outcome.h"
#include "trace/reader.h"

#include <optional>

namespace braid::explore {

class Runs {
public:
  virtual ~Runs() = default;

  virtual target::Outcome run(const target::Input &input) = 0;
  // From any thread: this run and all later ones end as INTERRUPTED.
  virtual void interrupt() = 0;
  // Another run of an input that ended by a signal: where it struck (target::Outcome::calls). Leaves the trace
  // alone.
  virtual std::vector<uint64_t> calls_at_crash(const target::Input &input) = 0;
  // Something that went wrong in a run, and where.
  struct Shown {
    std::string file;
    uint32_t line = 0;
    bool is_caller = false; // of where it went wrong

    // The innermost call of the program's own is named by both; how the path to the file is written may differ.
    bool is_at(const std::string &other, uint32_t number) const {
      const auto name_of = [](const std::string &path) { return path.substr(path.rfind('/') + 1); };
      return line == number && name_of(file) == name_of(other);
    }
  };
  // Whether there is a build that notices what goes wrong.
  virtual bool can_prove() const { return false; }
  // Runs an input on it. What that shows is kept by whoever makes these runs. Leaves the trace alone. `expected`:
  // what the input was made for, enum braid_check or StepCheck, and where that is; what a run shows there can mean
  // this.
  struct Expected {
    uint16_t check = 0;
    Shown place;
  };
  virtual std::vector<Shown> prove(const target::Input &, const std::optional<Expected> & /*expected*/) {
    return {};
  }
  // The trace of the last run, until the next.
  virtual trace::View trace() const = 0;
};

} // namespace braid::explore
