#include "proof/sanitized_runs.h"

#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

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

} // namespace

target::Outcome run_anew(target::Program program, const target::Input &input, target::Limits limits,
                         const std::vector<std::string> &variables, const std::vector<std::string> &tool) {
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
  limits.memory = 0; // sanitizers reserve terabytes of addresses
  if (tool.empty())
    return target::run_plain(program, input, limits);
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
  return target::run_plain(program, rest, limits);
}

SanitizedRuns::SanitizedRuns(target::Program program, target::Limits limits, std::vector<std::string> served,
                             std::vector<std::string> anew)
    : program_(std::move(program)), limits_(limits), anew_(std::move(anew)),
      is_served_(target::ElfFile(program_.path).defines("braid_proof_serve")),
      server_(program_, limits_, std::move(served)) {}

target::Outcome SanitizedRuns::run(const target::Input &input) {
  if (is_served_ && !has(input, {target::SourceKind::ARGUMENT, target::SourceKind::ENVIRONMENT}))
    return server_.run(input, target::values_text(input));
  return run_anew(program_, input, limits_, anew_);
}

target::Outcome SanitizedRuns::run_with(const target::Input &input, const std::string &word) {
  std::vector<std::string> variables = anew_;
  variables.front() += ":" + word;
  return run_anew(program_, input, limits_, variables);
}

} // namespace braid::proof
