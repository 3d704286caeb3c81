#include "cli/run_builds.h"

#include "cli/declared_functions.h"
#include "cli/program_arguments.h"
#include "target/build/build.h"
#include "target/error.h"
#include "trace/check_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <sstream>

namespace braid::cli {

namespace fs = std::filesystem;

namespace {

std::string check_names(uint64_t checks) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < std::size(trace::CHECKS); i++)
    if ((checks >> i & 1) != 0)
      names.push_back(trace::CHECKS[i].name);
  return fmt::format("{}", fmt::join(names, ","));
}

campaign::Settings::Proof proof_of(const RunOptions &options, bool is_built_here) {
  campaign::Settings::Proof proof;
  const uint64_t checks = checks_of(options);
  proof.subject.checks = {(checks >> BRAID_CHECK_UNSIGNED_WRAP & 1) != 0,
                          (checks >> BRAID_CHECK_CONVERSION & 1) != 0, functions_of(options, is_built_here)};
  proof.prover.error_functions = proof.subject.checks.functions.errors;
  if (!options.proof.empty())
    proof.prover.program.path = find_program(options.proof);
  return proof;
}

// The first error that a compiler or linker names; without one, what comes first.
std::string reason_in(const std::string &messages) {
  std::istringstream lines(messages);
  std::string first, line;
  std::getline(lines, first);
  while (std::getline(lines, line))
    if (line.find("error: ") != std::string::npos || line.find("undefined reference") != std::string::npos)
      return line;
  return first;
}

// Objects of the build that proves.
std::vector<fs::path> objects_in(const fs::path &folder) {
  std::vector<fs::path> objects;
  std::error_code missing;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, missing))
    if (entry.path().extension() == ".o")
      objects.push_back(entry.path());
  std::sort(objects.begin(), objects.end());
  return objects;
}

void note_input_functions(const target::BuildRequest &sources, campaign::Settings &settings) {
  const std::vector<std::string> &inputs = settings.proof->subject.checks.functions.inputs;
  const std::string name =
      inputs.empty() ? "" : proof::called_at_home(objects_in(sources.folder / "objects" / "proof"), inputs);
  if (!name.empty() && settings.proof_note.empty())
    settings.proof_note = fmt::format(
        "{} is called in the source file that defines it: builds with sanitizers do not take its results "
        "from the input there, and what comes of that is not confirmed; put it into a file of its own",
        name);
}

using Product = std::future<fs::path>;

// The explored program was built, so it is the sanitizers that do not fit: not every program can be linked with
// them.
bool take(Product &product, fs::path &program, std::string &note, std::string_view consequence) {
  try {
    program = product.get();
    return true;
  } catch (const target::Error &error) {
    const std::string why = error.what();
    note = fmt::format("a build with sanitizers failed, so {}: {}", consequence, reason_in(why));
    return false;
  }
}

} // namespace

// A bit for each enum braid_check.
uint64_t checks_of(const RunOptions &options) {
  std::string wrong;
  const std::optional<uint64_t> checks = trace::parse_checks(options.checks, wrong);
  if (!checks)
    throw UsageError{fmt::format("--checks: '{}' is not a check; they are {}, and usual, all, none", wrong,
                                 trace::all_check_names())};
  return *checks;
}

campaign::Settings::Proof given_proof(const RunOptions &options) { return proof_of(options, false); }

void build_for_run(const RunOptions &options, const target::BuildRequest &sources, campaign::Settings &settings) {
  const auto start = [](target::BuildRequest request) -> Product {
    return std::async(std::launch::async,
                      [request = std::move(request)] { return target::build(request).program; });
  };
  target::BuildRequest explored = sources;
  if (const uint64_t checks = checks_of(options); checks != 0)
    // What is behind a null pointer counts as memory, or the optimiser would leave out the paths that go there.
    explored.variant_options = {"--braid-checks=" + check_names(checks), "-fno-delete-null-pointer-checks"};
  if (const proof::Functions functions = functions_of(options, true); !functions.inputs.empty())
    explored.variant_options.push_back(fmt::format("--braid-input={}", fmt::join(functions.inputs, ",")));
  if (options.coverage != "path")
    explored.variant_options.emplace_back("--braid-merging");
  Product proof, memory;
  if (options.checks != "none") {
    settings.proof = proof_of(options, true);
    settings.proof->subject.sources = sources;
    if (options.proof.empty()) {
      proof = start(proof::proof_build(sources, settings.proof->subject.checks));
      if (proof::can_tell_uninitialised(sources))
        memory = start(proof::memory_build(sources, settings.proof->subject.checks.functions));
    }
  }
  settings.program.path = target::build(explored).program;
  fs::path program;
  if (memory.valid() && take(memory, program, settings.proof_note, "values that were never set are not found")) {
    settings.proof->prover.uninitialised.emplace();
    settings.proof->prover.uninitialised->program.path = program;
    settings.proof->prover.uninitialised->second_opinion =
        proof::second_build(sources, settings.proof->subject.checks.functions);
  }
  if (!proof.valid())
    return;
  if (take(proof, program, settings.proof_note, "findings are only what the explored program itself shows"))
    settings.proof->prover.program.path = settings.proof->subject.program = program;
  else
    settings.proof.reset();
  if (settings.proof)
    note_input_functions(sources, settings);
}

} // namespace braid::cli
