#include "cli/doctor_command.h"

#include "cli/exit_codes.h"
#include "target/doctor/machine.h"
#include "target/doctor/probes.h"
#include "target/doctor/tools.h"

#include <fmt/format.h>

namespace braid::cli {

namespace {

using doctor::Check;
using doctor::Checks;
using doctor::Verdict;

const char *word_for(Verdict verdict) {
  switch (verdict) {
  case Verdict::OK:
    return "ok";
  case Verdict::WARNING:
    return "warning";
  case Verdict::FAILURE:
    break;
  }
  return "FAILURE";
}

// Prints as it goes, because the probes at the end take a moment.
class Report {
public:
  void add(const Checks &checks) {
    for (const Check &check : checks) {
      fmt::print("{:<8} {:<22} {}\n", word_for(check.verdict), check.subject, check.detail);
      if (!check.advice.empty())
        fmt::print("{:31} -> {}\n", "", check.advice);
      failures_ += check.verdict == Verdict::FAILURE;
      warnings_ += check.verdict == Verdict::WARNING;
    }
    fflush(stdout);
  }

  int finish() const {
    if (failures_ != 0)
      fmt::print("\n{} {} in the way; the arrows say what to do.\n", failures_,
                 failures_ == 1 ? "failure is" : "failures are");
    else
      fmt::print("\nBraid works here{}.\n", warnings_ == 0 ? "" : "; mind the warnings");
    return failures_ != 0 ? EXIT_TROUBLE : EXIT_DONE;
  }

private:
  int failures_ = 0, warnings_ = 0;
};

int examine() {
  Report report;
  doctor::Machine machine = doctor::this_machine();
  report.add(doctor::check_machine(machine));
  report.add(doctor::check_memory(machine));
  report.add(doctor::check_sandbox());
  std::string prefix = compile::running_prefix();
  report.add(doctor::check_compiler(compile::Toolchain::at(prefix)));
  report.add(doctor::check_solvers());
  report.add(doctor::check_probes(prefix));
  return report.finish();
}

} // namespace

void add_doctor_command(CLI::App &app, int &exit_code) {
  CLI::App *command =
      app.add_subcommand("doctor", "Check this machine and this copy of Braid, and say what to do");
  command->callback([&exit_code] { exit_code = examine(); });
}

} // namespace braid::cli
