#include "proof/sanitized_runs.h"

#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace braid::proof {

namespace {

// Values of marks, and the bytes for a harness, in a file that is there as long as this object.
class ValuesFile {
public:
  explicit ValuesFile(const std::string &text)
      : path_((std::filesystem::temp_directory_path() / "braid-values-XXXXXX").string()) {
    const target::Descriptor file(mkstemp(path_.data()));
    if (file.number() < 0 || write(file.number(), text.data(), text.size()) != ssize_t(text.size()))
      throw target::system_error("writing", path_);
  }
  ~ValuesFile() { unlink(path_.c_str()); }
  ValuesFile(const ValuesFile &) = delete;
  ValuesFile &operator=(const ValuesFile &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

bool has(const target::Input &input, std::initializer_list<target::SourceKind> kinds) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](target::SourceKind kind) { return input.find(kind) != nullptr; });
}

constexpr uint64_t MOST_ERRORS = uint64_t(256) << 20;

// What a program may have on a build with sanitizers: shadow memory, what was freed and is kept, and stacks that
// are kept on the heap come on top. All of what it says counts, however much it prints before a sanitizer has its
// turn.
target::Limits with_sanitizer(target::Limits limits) {
  constexpr uint64_t OF_SANITIZER = uint64_t(512) << 20;
  if (limits.memory != 0)
    limits.memory += limits.memory / 4 + OF_SANITIZER;
  limits.kept_output = MOST_ERRORS;
  return limits;
}

} // namespace

bool is_fault(int signal) {
  static constexpr int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  return std::find(std::begin(FAULTS), std::end(FAULTS), signal) != std::end(FAULTS);
}

std::string gap_of(const target::Outcome &outcome) {
  if (outcome.ending == target::Ending::SERVER_LOST)
    return "the program ended the process that serves it";
  if (outcome.used_up_memory)
    return "they took more memory than --run-memory and what a sanitizer needs";
  if (outcome.ending == target::Ending::SIGNALLED && outcome.signal == SIGXFSZ)
    return "they wrote a file larger than --run-file-limit";
  if (outcome.ending == target::Ending::SIGNALLED && !is_fault(outcome.signal))
    return fmt::format("they were {}, which somebody sent", outcome.text());
  if (!outcome.errors_whole)
    return fmt::format("they wrote more than {} MiB to standard error", MOST_ERRORS >> 20);
  return {};
}

target::Outcome run_anew(target::Program program, const target::Input &input, target::Limits limits,
                         const std::atomic<bool> &interrupted, const std::vector<std::string> &variables,
                         const std::vector<std::string> &tool) {
  if (!program.environment) {
    program.environment.emplace();
    for (char **variable = environ; *variable != nullptr; variable++)
      program.environment->emplace_back(*variable);
  }
  program.environment->insert(program.environment->end(), variables.begin(), variables.end());
  std::optional<ValuesFile> values;
  if (has(input, {target::SourceKind::MARK, target::SourceKind::DATA})) {
    values.emplace(target::values_text(input));
    program.environment->push_back("BRAID_TEST=" + values->path());
  }
  const target::Attention attention{&interrupted, std::exchange(limits.memory, 0), tool.empty()};
  if (tool.empty())
    return target::run_plain(program, input, limits, attention);
  // Its arguments move: those of the input have their numbers.
  target::Input rest;
  for (const target::Source &source : input.sources)
    if (source.kind != target::SourceKind::ARGUMENT) {
      rest.sources.push_back(source);
    } else if (source.index != 0) {
      if (program.arguments.size() < source.index)
        program.arguments.resize(source.index);
      const std::string text(source.bytes.begin(), source.bytes.end());
      program.arguments[source.index - 1U] = text.substr(0, text.find('\0'));
    }
  std::vector<std::string> words(tool.begin() + 1, tool.end());
  words.push_back(std::filesystem::absolute(program.path).string());
  program.arguments.insert(program.arguments.begin(), words.begin(), words.end());
  program.path = tool.front();
  return target::run_plain(program, rest, limits, attention);
}

SanitizedRuns::SanitizedRuns(target::Program program, target::Limits limits, std::vector<std::string> served,
                             std::vector<std::string> anew)
    : program_(std::move(program)), limits_(with_sanitizer(limits)), anew_(std::move(anew)),
      is_served_(target::ElfFile(program_.path).defines("braid_proof_serve")),
      server_(program_, limits_, std::move(served)) {}

void SanitizedRuns::interrupt() {
  interrupted_ = true;
  server_.interrupt();
}

target::Outcome SanitizedRuns::run(const target::Input &input) {
  if (is_served_ && !has(input, {target::SourceKind::ARGUMENT, target::SourceKind::ENVIRONMENT}))
    return server_.run(input, target::values_text(input));
  return run_anew(program_, input, limits_, interrupted_, anew_);
}

target::Outcome SanitizedRuns::run_with(const target::Input &input, const std::string &word) {
  std::vector<std::string> variables = anew_;
  variables.front() += ":" + word;
  return run_anew(program_, input, limits_, interrupted_, variables);
}

} // namespace braid::proof
