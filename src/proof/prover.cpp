#include "proof/prover.h"

#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/plain_run.h"

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
  return request;
}

std::vector<std::string> sanitizer_variables(Leaks leaks, bool for_people) {
  const std::string common = for_people ? "" : "symbolize=0:";
  return {fmt::format(
              "ASAN_OPTIONS={}handle_abort=1:handle_sigill=1:detect_stack_use_after_return=1:detect_leaks={}{}",
              common, leaks == Leaks::NEVER ? 0 : 1, leaks == Leaks::ON_DEMAND ? ":leak_check_at_exit=0" : ""),
          fmt::format("UBSAN_OPTIONS={}print_stacktrace=1", common)};
}

Prover::Prover(ProverOptions options)
    : options_(std::move(options)),
      is_served_(target::ElfFile(options_.program.path).defines("braid_proof_serve")),
      server_(options_.program, options_.limits,
              sanitizer_variables(options_.leaks ? Leaks::ON_DEMAND : Leaks::NEVER, false)),
      places_(options_.program.path) {}

void Prover::interrupt() { server_.interrupt(); }

Prover::Run Prover::run(const target::Input &input) {
  const bool is_started_anew = !is_served_ || input.find(target::SourceKind::ARGUMENT) != nullptr ||
                               input.find(target::SourceKind::ENVIRONMENT) != nullptr;
  Run made;
  if (is_started_anew) {
    target::Program program = options_.program;
    if (!program.environment) {
      program.environment.emplace();
      for (char **variable = environ; *variable != nullptr; variable++)
        program.environment->emplace_back(*variable);
    }
    for (const std::string &variable : sanitizer_variables(options_.leaks ? Leaks::ALWAYS : Leaks::NEVER, false))
      program.environment->push_back(variable);
    target::Limits limits = options_.limits;
    limits.memory = 0;
    made.outcome = target::run_plain(program, input, limits);
  } else {
    made.outcome = server_.run(input, target::values_text(input));
  }
  if (made.outcome.ending != target::Ending::INTERRUPTED)
    made.reports = read_reports(made.outcome, places_);
  return made;
}

} // namespace braid::proof
