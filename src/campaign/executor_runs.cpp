#include "campaign/executor_runs.h"

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
    : name_(std::move(name)), executor_(name_.in(program), options) {}

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

void ExecutorRuns::prove_with(proof::ProverOptions options, OnReport on_report) {
  options.program = name_.in(std::move(options.program));
  prover_ = std::make_unique<proof::Prover>(std::move(options));
  on_report_ = std::move(on_report);
}

void ExecutorRuns::interrupt() {
  executor_.interrupt();
  if (prover_)
    prover_->interrupt();
}

std::vector<proof::Report> ExecutorRuns::reports(const target::Input &input) {
  return prover_->run(name_.own.empty() ? input : name_.in(input)).reports;
}

std::vector<explore::Runs::Shown> ExecutorRuns::prove(const target::Input &input) {
  std::vector<Shown> shown;
  for (const proof::Report &report : reports(input)) {
    on_report_(input, report);
    shown.push_back({report.finding.place.file, report.finding.place.line});
    for (const results::Location &frame : report.finding.stack)
      shown.push_back({frame.file, frame.line});
  }
  return shown;
}

} // namespace braid::campaign
