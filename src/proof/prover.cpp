#include "proof/prover.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::proof {

std::vector<std::string> sanitizer_options(const Checks &checks) {
  std::string names = "address,undefined,float-cast-overflow";
  if (checks.unsigned_wrap)
    names += ",unsigned-integer-overflow";
  if (checks.conversion)
    names += ",implicit-conversion";
  return {"-fsanitize=" + names, "-fno-sanitize=function,vptr"};
}

target::BuildRequest proof_build(target::BuildRequest request, const Checks &checks) {
  request.plain = true;
  request.variant = "proof";
  request.variant_options = sanitizer_options(checks);
  request.variant_options.insert(request.variant_options.end(),
                                 {"-Wl,-u,braid_open_values", "-Wl,-u,braid_proof_serve"});
  return with_functions(std::move(request), checks.functions);
}

std::vector<std::string> sanitizer_variables(Leaks leaks, bool for_people) {
  const std::string common = for_people ? "" : "symbolize=0:";
  return {fmt::format("ASAN_OPTIONS={}handle_abort=1:handle_sigill=1:handle_sigtrap=1:detect_stack_use_after_"
                      "return=1:detect_leaks={}{}",
                      common, leaks == Leaks::NEVER ? 0 : 1,
                      leaks == Leaks::ON_DEMAND ? ":leak_check_at_exit=0" : ""),
          fmt::format("UBSAN_OPTIONS={}print_stacktrace=1", common)};
}

Prover::Prover(ProverOptions options)
    : runs_(options.program, options.limits,
            sanitizer_variables(options.leaks ? Leaks::ON_DEMAND : Leaks::NEVER, false),
            sanitizer_variables(options.leaks ? Leaks::ALWAYS : Leaks::NEVER, false)),
      places_(options.program.path), error_functions_(std::move(options.error_functions)),
      severity_of_leaks_(options.severity_of_leaks) {
  if (options.uninitialised)
    uninitialised_.emplace(std::move(*options.uninitialised));
}

void Prover::interrupt() {
  runs_.interrupt();
  if (uninitialised_)
    uninitialised_->interrupt();
}

std::vector<Report> Prover::reports_of(const target::Outcome &outcome) {
  std::vector<Report> reports = read_reports(outcome, places_, error_functions_);
  for (Report &report : reports)
    if (report.finding.kind == results::FindingKind::MEMORY_LEAK)
      report.finding.severity = severity_of_leaks_;
  return reports;
}

Prover::Run Prover::run(const target::Input &input) {
  Run made;
  made.outcome = runs_.run(input);
  if (made.outcome.ending == target::Ending::INTERRUPTED)
    return made;
  made.reports = reports_of(made.outcome);
  // The program could not be given that much, but AddressSanitizer ended it before it noticed.
  const auto is_refused = [](const Report &report) {
    return report.finding.kind == results::FindingKind::ALLOCATION_SIZE;
  };
  if (std::any_of(made.reports.begin(), made.reports.end(), is_refused))
    for (Report &report : reports_of(runs_.run_with(input, "allocator_may_return_null=1")))
      if (!is_refused(report))
        made.reports.push_back(std::move(report));
  // What goes wrong otherwise, too, is left to those who say more about it.
  if (uninitialised_ && made.reports.empty() && made.outcome.ending != target::Ending::TIMED_OUT)
    if (std::optional<Report> report = uninitialised_->run(input))
      made.reports.push_back(std::move(*report));
  return made;
}

} // namespace braid::proof
