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

std::vector<std::string> faithful_options() {
  return {"-mllvm",
          "-sink-common-insts=0",
          "-mllvm",
          "-enable-tail-merge=0",
          "-fno-builtin-malloc",
          "-fno-builtin-calloc",
          "-fno-builtin-realloc",
          "-fno-builtin-free"};
}

target::BuildRequest proof_build(target::BuildRequest request, const Checks &checks) {
  request.plain = true;
  request.variant = "proof";
  request.variant_options = sanitizer_options(checks);
  const std::vector<std::string> faithful = faithful_options();
  request.variant_options.insert(request.variant_options.end(), faithful.begin(), faithful.end());
  request.variant_options.insert(request.variant_options.end(),
                                 {"-Wl,-u,braid_open_values", "-Wl,-u,braid_proof_serve"});
  for (const char *ending : {"exit", "_exit", "_Exit", "quick_exit"}) // src/runtime/replay/endings.c
    request.variant_options.push_back(fmt::format("-Wl,--wrap={}", ending));
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

namespace {

bool ended_badly(const target::Outcome &outcome) {
  return outcome.ending == target::Ending::TIMED_OUT ||
         (outcome.ending == target::Ending::SIGNALLED && is_fault(outcome.signal));
}

// Whether there is more to know about the end of a run than its sanitizer has told.
bool is_untold(const Prover::Run &made) {
  constexpr const char *IN_HANDLER = "\nbraid: the program ends in a handler of a signal\n"; // of endings.c
  const auto has = [&](auto is_it) { return std::any_of(made.reports.begin(), made.reports.end(), is_it); };
  if (has([](const Report &report) { return report.is_of_signal; }))
    // It was perhaps a handler of the program that called abort.
    return has([](const Report &report) {
      return report.finding.kind == results::FindingKind::ABORT && report.has_library_between;
    });
  return ended_badly(made.outcome) || made.outcome.errors.find(IN_HANDLER) != std::string::npos;
}

} // namespace

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

// After a run of which nobody has told how it ended, because the program handles signals itself: once more with
// the sanitizer's handlers, which the program cannot replace then. False if somebody interrupts.
bool Prover::look_again(const target::Input &input, Run &made) {
  constexpr const char *OWN_HANDLERS =
      "handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2:handle_sigtrap=2:handle_abort=2";
  const target::Outcome again = runs_.run_with(input, OWN_HANDLERS);
  if (again.ending == target::Ending::INTERRUPTED)
    return false;
  std::vector<Report> reports = reports_of(again);
  const bool was_aborted = std::any_of(made.reports.begin(), made.reports.end(),
                                       [](const Report &report) { return report.is_of_signal; });
  const bool is_told = std::any_of(reports.begin(), reports.end(), [&](const Report &report) {
    return report.is_of_signal && !(was_aborted && report.finding.kind == results::FindingKind::ABORT);
  });
  if (is_told) {
    for (Report &report : reports)
      if (report.is_of_signal)
        report.finding.sanitizer_options = OWN_HANDLERS;
    made.reports = std::move(reports);
  } else if (ended_badly(made.outcome)) {
    made.reports.push_back(report_of_ending(made.outcome));
  }
  return true;
}

// The program could not be given that much, but AddressSanitizer ended it before it noticed.
void Prover::try_without_memory(const target::Input &input, Run &made) {
  constexpr const char *NO_MEMORY = "allocator_may_return_null=1";
  const auto is_refused = [](const Report &report) {
    return report.finding.kind == results::FindingKind::ALLOCATION_SIZE;
  };
  if (std::none_of(made.reports.begin(), made.reports.end(), is_refused))
    return;
  for (Report &report : reports_of(runs_.run_with(input, NO_MEMORY)))
    if (!is_refused(report)) {
      report.finding.sanitizer_options = NO_MEMORY;
      made.reports.push_back(std::move(report));
    }
}

Prover::Run Prover::run(const target::Input &input) {
  Run made;
  made.outcome = runs_.run(input);
  if (made.outcome.ending == target::Ending::INTERRUPTED)
    return made;
  made.reports = reports_of(made.outcome);
  if (is_untold(made) && !look_again(input, made)) {
    made.outcome.ending = target::Ending::INTERRUPTED;
    return made;
  }
  try_without_memory(input, made);
  if (std::string gap = gap_of(made.outcome); !gap.empty())
    made.not_checked.push_back(std::move(gap));
  // What goes wrong otherwise, too, is left to those who say more about it.
  if (uninitialised_ && made.reports.empty() && made.outcome.ending != target::Ending::TIMED_OUT) {
    Uninitialised::Run other = uninitialised_->run(input);
    if (other.report)
      made.reports.push_back(std::move(*other.report));
    if (!other.not_checked.empty())
      made.not_checked.push_back(std::move(other.not_checked));
  }
  return made;
}

} // namespace braid::proof
