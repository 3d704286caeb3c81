#include "campaign/executor_runs.h"

#include "campaign/suspect_finding.h"
#include "results/finding_text.h"

namespace braid::campaign {

target::Program OwnName::in(target::Program program) const {
  if (!shared.empty())
    for (std::string &word : program.arguments)
      for (size_t at = word.find(shared); at != std::string::npos; at = word.find(shared, at + own.size()))
        word.replace(at, shared.size(), own);
  return program;
}

target::Input OwnName::in(target::Input input) const {
  for (target::Source &source : input.sources)
    if (!shared.empty() && source.kind == target::SourceKind::FILE && source.name == shared)
      source.name = own;
  return input;
}

ExecutorRuns::ExecutorRuns(const target::Program &program, const target::ExecutorOptions &options, OwnName name)
    : name_(std::move(name)), executor_(name_.in(program), options), places_(program.path) {}

pid_t ExecutorRuns::start(const target::Input &input) {
  executor_.start(name_.in(input));
  return executor_.server();
}

target::Outcome ExecutorRuns::run(const target::Input &input) {
  return name_.own.empty() ? executor_.run(input) : executor_.run(name_.in(input));
}

std::vector<uint64_t> ExecutorRuns::calls_at_crash(const target::Input &input) {
  return executor_.calls_at_crash(name_.in(input));
}

void ExecutorRuns::prove_with(proof::ProverOptions options, OnReport on_report, OnGap on_gap) {
  options.program = name_.in(std::move(options.program));
  if (options.uninitialised)
    options.uninitialised->program = name_.in(std::move(options.uninitialised->program));
  prover_ = std::make_unique<proof::Prover>(std::move(options));
  on_report_ = std::move(on_report);
  on_gap_ = std::move(on_gap);
}

void ExecutorRuns::interrupt() {
  executor_.interrupt();
  if (prover_)
    prover_->interrupt();
}

// After a call to nowhere a sanitizer does not know who made it. The instrumented program crashes there, too.
void ExecutorRuns::find_place(results::Finding &finding, const target::Input &input) {
  target::Outcome crash;
  crash.calls = calls_at_crash(input);
  if (const std::string place = crash_place(crash, places_); !place.empty())
    finding.place = results::place_of_text(place);
}

proof::Prover::Run ExecutorRuns::proved(const target::Input &input) {
  proof::Prover::Run made = prover_->run(name_.own.empty() ? input : name_.in(input));
  for (proof::Report &report : made.reports)
    if (report.finding.place.line == 0 && report.finding.kind != results::FindingKind::ENDLESS_LOOP)
      find_place(report.finding, input);
  return made;
}

std::vector<explore::Runs::Shown> ExecutorRuns::prove(const target::Input &input,
                                                      const std::optional<Expected> &expected) {
  std::vector<Shown> shown;
  proof::Prover::Run made = proved(input);
  for (const std::string &gap : made.not_checked)
    on_gap_(gap);
  for (proof::Report &report : made.reports) {
    shown.push_back({report.finding.place.file, report.finding.place.line});
    if (expected && shown.back().is_at(expected->place.file, expected->place.line))
      name_cause(report.finding, expected->check);
    on_report_(input, report);
    for (const results::Location &frame : report.finding.stack)
      shown.push_back({frame.file, frame.line, true});
  }
  return shown;
}

} // namespace braid::campaign
