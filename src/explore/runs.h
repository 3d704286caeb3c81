// What exploration needs of a program: that it can be run. How, is src/target's matter.
#pragma once

#include "target/input.h"
#include "target/outcome.h"
#include "trace/reader.h"

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
  };
  // Whether there is a build that notices what goes wrong.
  virtual bool can_prove() const { return false; }
  // Runs an input on it. What that shows is kept by whoever makes these runs. Leaves the trace alone.
  virtual std::vector<Shown> prove(const target::Input &) { return {}; }
  // The trace of the last run, until the next.
  virtual trace::View trace() const = 0;
};

} // namespace braid::explore
