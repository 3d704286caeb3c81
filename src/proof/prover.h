// Proof that an input makes a program go wrong: a run on another build of the same sources, with AddressSanitizer
// and UndefinedBehaviorSanitizer, says so. See docs/proof.md.
#pragma once

#include "proof/functions.h"
#include "proof/report.h"
#include "proof/sanitized_runs.h"
#include "proof/uninitialised.h"
#include "target/build/build.h"

#include <memory>

namespace braid::proof {

struct ProverOptions {
  target::Program program; // the build with sanitizers, its arguments and its folder
  target::Limits limits;   // of a run; memory: without what sanitizers need
  // Memory that is lost at the end is told, and how serious that is.
  bool leaks = true;
  results::Severity severity_of_leaks = results::Severity::WARNING;
  std::optional<UninitialisedOptions> uninitialised;
  std::vector<std::string> error_functions;
};

// How sources are built for it; the rest of the request is as for a plain build.
struct Checks {
  bool unsigned_wrap = false, conversion = false;
  Functions functions = {};
};
// May write files into the folder of the build.
target::BuildRequest proof_build(target::BuildRequest request, const Checks &checks);
// Options of Clang, for compiling, against an optimiser that makes one of several like instructions, which keeps
// the line of none of them, or leaves out memory that nobody looks at, and with it what is wrong about it.
std::vector<std::string> faithful_options();
// Which sanitizers, as words for a compiler, without the parts that only our build needs.
std::vector<std::string> sanitizer_options(const Checks &checks);
// What sanitizers are told by variables of the environment, as NAME=value. Leaks are looked for at the end of
// every run, only where the program itself asks for it, or not at all.
enum class Leaks : uint8_t { ALWAYS, ON_DEMAND, NEVER };
std::vector<std::string> sanitizer_variables(Leaks leaks, bool for_people);

class Prover {
public:
  explicit Prover(ProverOptions options);

  struct Run {
    target::Outcome outcome;
    std::vector<Report> reports;
    std::vector<std::string> not_checked; // why there may be more to report, each for people
  };
  Run run(const target::Input &input);
  // From any thread.
  void interrupt();

private:
  std::vector<Report> reports_of(const target::Outcome &outcome);
  bool look_again(const target::Input &input, Run &made);
  void try_without_memory(const target::Input &input, Run &made);

  SanitizedRuns runs_;
  target::SourcePlaces places_;
  std::vector<std::string> error_functions_;
  results::Severity severity_of_leaks_;
  std::optional<Uninitialised> uninitialised_;
};

} // namespace braid::proof
