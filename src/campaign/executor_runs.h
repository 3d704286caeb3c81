// The runs of one worker: a program that waits for inputs.
#pragma once

#include "explore/runs.h"
#include "target/executor.h"

namespace braid::campaign {

// An input file by another name: two programs that run at the same time must not read the same one.
struct OwnName {
  std::string shared, own; // empty: they are the same

  target::Program in(target::Program program) const;
  target::Input in(target::Input input) const;
};

class ExecutorRuns : public explore::Runs {
public:
  ExecutorRuns(const target::Program &program, const target::ExecutorOptions &options, OwnName name);

  // Starts the program, with an input in its place for constructors that want to see it. Its process, which has
  // all code in its memory. Throws target::Error.
  pid_t start(const target::Input &input);

  target::Outcome run(const target::Input &input) override;
  std::vector<uint64_t> calls_at_crash(const target::Input &input) override;
  void interrupt() override { executor_.interrupt(); }
  trace::View trace() const override { return trace::View(executor_.trace().bytes()); }

private:
  OwnName name_;
  target::Executor executor_;
};

} // namespace braid::campaign
