#include "proof/prover.h"

#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace braid::proof {

namespace fs = std::filesystem;

namespace {

// What was built with it stays current if it is the same.
void write_if_new(const fs::path &file, const std::string &text) {
  std::ifstream before(file, std::ios::binary);
  std::ostringstream known;
  known << before.rdbuf();
  if (before && known.str() == text)
    return;
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text).flush())
    throw target::Error("the file cannot be written", file.string(), "Is the disk full?");
}

} // namespace

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
  if (checks.functions.empty())
    return request;
  const fs::path folder = fs::absolute(request.folder) / "functions";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw target::Error("the folder cannot be made: " + failed.message(), folder.string(),
                        "Choose another one (-o).");
  const fs::path source = folder / "functions.c";
  write_if_new(source, functions_source(checks.functions, nullptr));
  request.more_sources.push_back(source);
  for (const std::vector<std::string> &options :
       {compile_options(checks.functions), link_options(checks.functions)})
    request.variant_options.insert(request.variant_options.end(), options.begin(), options.end());
  return request;
}

std::vector<std::string> sanitizer_variables(bool leaks, bool for_people) {
  const std::string common = for_people ? "" : "symbolize=0:";
  return {
      fmt::format("ASAN_OPTIONS={}handle_abort=1:handle_sigill=1:detect_stack_use_after_return=1:detect_leaks={}",
                  common, leaks ? 1 : 0),
      fmt::format("UBSAN_OPTIONS={}print_stacktrace=1", common)};
}

Prover::Prover(ProverOptions options)
    : options_(std::move(options)),
      is_served_(target::ElfFile(options_.program.path).defines("braid_proof_serve")),
      server_(options_.program, options_.limits, sanitizer_variables(options_.leaks, false)),
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
    for (const std::string &variable : sanitizer_variables(options_.leaks, false))
      program.environment->push_back(variable);
    target::Limits limits = options_.limits;
    limits.memory = 0;
    made.outcome = target::run_plain(program, input, limits);
  } else {
    made.outcome = server_.run(input, target::values_text(input));
  }
  if (made.outcome.ending != target::Ending::INTERRUPTED)
    made.reports = read_reports(made.outcome, places_, options_.error_functions);
  return made;
}

} // namespace braid::proof
