// The runs of one worker: a program that waits for inputs, and a build of it with sanitizers that does, too.
#pragma once

#include "explore/runs.h"
#include "proof/prover.h"
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
  // Called with an input and what it showed, in the thread that runs it.
  using OnReport = std::function<void(const target::Input &, const proof::Report &)>;
  // Likewise with the reason why a run may have shown less than there is.
  using OnGap = std::function<void(const std::string &)>;

  ExecutorRuns(const target::Program &program, const target::ExecutorOptions &options, OwnName name);
  // From now on findings can be proved.
  void prove_with(proof::ProverOptions options, OnReport on_report, OnGap on_gap);

  // Starts the program, with an input in its place for constructors that want to see it. Its process, which has
  // all code in its memory. Throws target::Error.
  pid_t start(const target::Input &input);
  const target::Protection &protection() const { return executor_.protection(); } // once it was started

  target::Outcome run(const target::Input &input) override;
  std::vector<uint64_t> calls_at_crash(const target::Input &input) override;
  void interrupt() override;
  bool can_prove() const override { return prover_ != nullptr; }
  std::vector<Shown> prove(const target::Input &input, const std::optional<Expected> &expected) override;
  // The same, told to nobody else.
  std::vector<proof::Report> reports(const target::Input &input) { return proved(input).reports; }
  trace::View trace() const override { return trace::View(executor_.trace().bytes()); }

private:
  proof::Prover::Run proved(const target::Input &input);
  void find_place(results::Finding &finding, const target::Input &input);

  OwnName name_;
  target::Executor executor_;
  target::SourcePlaces places_; // of the same program
  std::unique_ptr<proof::Prover> prover_;
  OnReport on_report_;
  OnGap on_gap_;
};

} // namespace braid::campaign
