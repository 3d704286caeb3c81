#include "cli/run_options.h"

#include "cli/declared_functions.h"
#include "cli/fail_on_option.h"
#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "cli/run_builds.h"
#include "target/build/build.h"
#include "target/build/elf.h"
#include "target/error.h"
#include "target/input_name.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace braid::cli {

namespace fs = std::filesystem;
using target::Input;
using target::SourceKind;

namespace {

std::string read_file(const fs::path &path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream || fs::is_directory(path, ignored))
    throw UsageError{fmt::format("{}: the file cannot be read", path.string())};
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

// As it was typed, as far as a shell leaves it so.
std::vector<std::string> own_command() {
  std::vector<std::string> words;
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(stream, word, '\0');)
    words.push_back(word);
  return words;
}

// The file that @@ stands for. Every job has one, with the same extension.
fs::path input_file_of(const RunOptions &options, const fs::path &folder) {
  const std::set<std::string> extensions = target::input_file_extensions(options.arguments);
  if (extensions.size() > 1)
    throw UsageError{
        fmt::format("@@{} and @@{}: @@ stands for one file, which can have only one extension; write the "
                    "same one everywhere, and give other files with --file",
                    *extensions.begin(), *std::next(extensions.begin()))};
  return fs::absolute(folder / target::input_file_name(options.arguments));
}

// The first input, and which of its sources is given the contents of seeds.
struct FirstInput {
  Input input;
  size_t seeded = 0;
};

// "NAME", which begins with the value it has, or empty; or "NAME=VALUE". Zeros behind the value are room for
// longer ones, because the first of them ends it.
void add_variable(Input &input, const std::string &text, size_t room) {
  const size_t end = text.find('=');
  const std::string name = text.substr(0, end);
  if (name.empty())
    throw UsageError{fmt::format("--env {}: the name of the variable is missing; write NAME or NAME=VALUE", text)};
  const char *present = std::getenv(name.c_str());
  std::string value = end != std::string::npos ? text.substr(end + 1) : present != nullptr ? present : "";
  value.resize(std::max(value.size(), room));
  input.add(SourceKind::ENVIRONMENT, name, value);
}

FirstInput first_input(const RunOptions &options, const fs::path &file) {
  FirstInput first;
  Input &input = first.input;
  const bool has_file = target::names_input_file(options.arguments);
  const bool has_other = has_file || !options.symbolic_arguments.empty() || !options.symbolic_files.empty() ||
                         !options.variables.empty();
  input = Input::standard_input("");
  input.sources.front().symbolic = !options.no_standard_input && (options.standard_input_given || !has_other);
  input.sources.front().symbolic_length = input.sources.front().symbolic;
  const auto add_file = [&](const std::string &path, const std::string &contents) {
    input.add(SourceKind::FILE, path, contents);
    input.sources.back().symbolic_length = true;
    if (first.seeded == 0)
      first.seeded = input.sources.size() - 1;
  };
  if (has_file)
    add_file(file.string(), "");
  for (const std::string &path : options.symbolic_files) {
    std::error_code ignored;
    add_file(path, fs::exists(path, ignored) ? read_file(path) : "");
  }
  for (size_t i = 0; i < options.symbolic_arguments.size(); i++)
    input.add(SourceKind::ARGUMENT, "", std::string(options.symbolic_arguments[i], '\0'),
              uint16_t(options.arguments.size() + i + 1));
  for (const std::string &variable : options.variables)
    add_variable(input, variable, options.limits.input_bytes);
  return first;
}

std::vector<Input> all_seeds(const RunOptions &options, const FirstInput &first) {
  std::vector<Input> seeds{first.input};
  if (options.seeds.empty())
    return seeds;
  std::error_code failed;
  std::vector<fs::path> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(options.seeds, failed))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  if (failed)
    throw UsageError{fmt::format("--seeds {}: the folder cannot be read: {}", options.seeds, failed.message())};
  if (files.empty())
    throw UsageError{fmt::format("--seeds {}: there is no file in it", options.seeds)};
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files) {
    const std::string bytes = read_file(file);
    seeds.push_back(first.input);
    seeds.back().sources[first.seeded].bytes.assign(bytes.begin(), bytes.end());
  }
  return seeds;
}

bool is_source(const fs::path &file) {
  static constexpr std::string_view ENDINGS[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".ii", ".c++"};
  return std::find(std::begin(ENDINGS), std::end(ENDINGS), file.extension().string()) != std::end(ENDINGS);
}

std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> words = CLI::detail::split_up(text);
  std::erase(words, "");
  return words;
}

std::string check_strategy(const std::string &name) {
  if (explore::find_strategy(name) != nullptr)
    return {};
  std::vector<std::string_view> names;
  for (const explore::StrategyEntry &entry : explore::strategies())
    names.push_back(entry.name);
  return fmt::format("'{}' is not a strategy; they are {}", name, fmt::join(names, ", "));
}

std::string strategy_help() {
  std::string text = "Which decision is tried next; all find the same in the end:";
  for (const explore::StrategyEntry &entry : explore::strategies())
    fmt::format_to(std::back_inserter(text), "\n  {:<16} {}", entry.name, entry.description);
  return text;
}

// Before anything else is made there, so that the message is about the folder that was given.
void make_output_folder(const fs::path &folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!failed && access(folder.c_str(), W_OK | X_OK) != 0)
    failed = std::error_code(errno, std::generic_category());
  if (failed)
    throw UsageError{
        fmt::format("{}: the folder for the results cannot be made or written to: {}\n  Choose another "
                    "one with -o DIR.",
                    folder.string(), failed.message())};
}

// Before the program is built there, and until the end.
campaign::FolderLock lock_output_folder(const fs::path &folder) {
  std::optional<campaign::FolderLock> lock = campaign::FolderLock::take(folder);
  if (lock)
    return std::move(*lock);
  const long process = campaign::FolderLock::holder(folder);
  throw UsageError{fmt::format("{}: another braid run is at work in this folder{}\n  Wait until it has ended, or "
                               "choose another folder with -o DIR.",
                               folder.string(), process > 0 ? fmt::format(" (process {})", process) : "")};
}

} // namespace

campaign::Settings settings_of(const RunOptions &options) {
  campaign::Settings settings;
  const fs::path first_file = options.files.front();
  const bool is_built_here = is_source(first_file);
  settings.folder = !options.output.empty()
                        ? fs::path(options.output)
                        : fs::path("braid-out") / (is_built_here ? first_file.stem() : first_file.filename());
  for (const std::string &file : options.files)
    if (std::error_code ignored; is_built_here && !fs::exists(file, ignored))
      throw UsageError{fmt::format("{}: there is no such file", file)};
  functions_of(options, is_built_here); // complains now, if there is reason to
  if (is_built_here) {
    make_output_folder(settings.folder);
    settings.lock = lock_output_folder(settings.folder);
    settings.files = std::make_unique<campaign::UserFiles>(settings.folder);
    target::BuildRequest request;
    for (const std::string &file : options.files)
      request.files.emplace_back(file);
    request.compiler_options = words_of(options.compiler_options);
    if (!options.compile_commands.empty())
      request.compile_commands = options.compile_commands;
    request.folder = settings.folder / "build";
    build_for_run(options, request, settings);
    for (const std::string &file : options.files)
      settings.facts.sources.emplace_back(file);
    settings.facts.compiler_options = request.compiler_options;
    settings.facts.compile_commands = options.compile_commands;
  } else {
    if (options.files.size() > 1)
      throw UsageError{
          fmt::format("{} is taken as a program, and only one can be explored; the program's arguments go "
                      "behind --",
                      first_file.string())};
    settings.program.path = find_program(first_file.string());
    make_output_folder(settings.folder);
    settings.lock = lock_output_folder(settings.folder);
    settings.files = std::make_unique<campaign::UserFiles>(settings.folder);
  }
  const fs::path input_file = input_file_of(options, settings.folder);
  const FirstInput first = first_input(options, input_file);
  settings.seeds = all_seeds(options, first);
  for (const std::string &file : options.symbolic_files)
    settings.files->keep(file);
  settings.program.arguments = options.arguments;
  target::name_input_file(settings.program.arguments, input_file.string());
  settings.facts.program = settings.program.path;
  settings.facts.arguments = options.arguments;
  settings.facts.seed = options.seed;
  settings.facts.command = own_command();

  settings.exploration.limits = options.limits;
  settings.exploration.limits.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.time_limit));
  if (options.standard_input_given)
    settings.exploration.limits.standard_input_bytes = options.standard_input;
  settings.exploration.strategy = options.strategy;
  settings.exploration.seed = options.seed;
  settings.exploration.concretise = options.concretise == "sound"     ? explore::Concretise::SOUND
                                    : options.concretise == "unsound" ? explore::Concretise::UNSOUND
                                                                      : explore::Concretise::SAMPLED;
  settings.exploration.goal = *explore::goal_of(options.coverage);
  settings.exploration.addresses = address_model(options.addresses);
  settings.worker.solver = options.solver.options();
  settings.run_limits.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.run_time));
  settings.run_limits.memory = options.run_memory;
  settings.run_limits.file = options.run_file_limit;
  settings.facts.run_limits = settings.run_limits;
  settings.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  if (target::names_input_file(options.arguments))
    settings.input_file = input_file.string();
  if (!options.symbolic_files.empty()) {
    if (options.jobs > 1)
      throw UsageError{
          "--file with --jobs: the program knows the file by one name, so only one run at a time can have "
          "it; leave --jobs out, or let the program take the file as an argument (@@)"};
    settings.jobs = 1;
  }
  settings.program.sandbox = !options.no_sandbox;
  settings.keep_tests = !options.no_tests;
  settings.checks = checks_of(options);
  if (settings.exploration.goal != explore::CoverageGoal::PATH) {
    if (settings.exploration.concretise != explore::Concretise::SOUND)
      throw UsageError{
          fmt::format("--coverage={} with --concretize={}: paths can be merged only if nothing is guessed on "
                      "them; leave one of the two out",
                      options.coverage, options.concretise)};
    if (!is_built_here && !target::can_merge(settings.program.path))
      throw UsageError{fmt::format("--coverage={}: {} was not compiled for merging paths. Build it with braid-cc "
                                   "--braid-merging, or give its sources",
                                   options.coverage, settings.program.path.string())};
  }
  if (!is_built_here && !options.proof.empty())
    settings.proof = given_proof(options);
  if (settings.proof) {
    settings.proof->subject.arguments = settings.program.arguments;
    settings.proof->subject.input_file = settings.input_file;
    const auto run_as_explored = [&](target::Program &program) {
      const fs::path path = program.path;
      program = settings.program;
      program.path = path;
    };
    const auto *const severity = std::find(results::SEVERITIES.begin(), results::SEVERITIES.end(), options.leaks);
    settings.proof->prover.leaks = severity != results::SEVERITIES.end(); // or none
    if (settings.proof->prover.leaks)
      settings.proof->prover.severity_of_leaks = results::Severity(severity - results::SEVERITIES.begin());
    run_as_explored(settings.proof->prover.program);
    settings.proof->prover.limits = settings.run_limits;
    if (settings.proof->prover.uninitialised) {
      run_as_explored(settings.proof->prover.uninitialised->program);
      settings.proof->prover.uninitialised->limits = settings.run_limits;
    }
    settings.exploration.limits.proofs =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.proof_time));
  }
  return settings;
}

std::vector<std::string> with_program_arguments(std::vector<std::string> words) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  if (separator == words.end())
    return words;
  std::vector<std::string> all(words.begin(), separator);
  for (auto word = separator + 1; word != words.end(); ++word)
    all.push_back("--program-argument=+" + *word); // the + so that it is never empty
  return all;
}

void add_run_options(CLI::App &command, RunOptions &options) {
  options.strategy = explore::strategies().front().name;
  command.add_option("FILE", options.files, "Sources, or a program")->required();
  command.add_option("--program-argument", options.arguments)
      ->allow_extra_args(false)
      ->transform([](const std::string &word) { return word.substr(1); })
      ->group("");
  command.add_option("-o,--output", options.output, "Folder for the results; by default braid-out/NAME")
      ->option_text("DIR");
  command
      .add_option("--compiler-options", options.compiler_options,
                  "For compiling sources, such as \"-Iinclude -DX=1\"; they come\nafter -O1 -g")
      ->option_text("WORDS");
  command
      .add_option("-p,--compile-commands", options.compile_commands,
                  "A compile_commands.json that says how the sources are compiled")
      ->option_text("FILE");

  const std::string input = "Input to explore";
  command
      .add_option("--stdin", options.standard_input,
                  "Standard input, of up to N bytes. The default, with 256, unless other\ninput is given here")
      ->option_text("N")
      ->each([&options](const std::string &) { options.standard_input_given = true; })
      ->group(input);
  command.add_flag("--no-stdin", options.no_standard_input, "Not standard input: the program finds it empty")
      ->group(input);
  command
      .add_option("--arg", options.symbolic_arguments,
                  "One more argument for the program, of up to N bytes; may be given\nseveral times")
      ->option_text("N")
      ->allow_extra_args(false)
      ->group(input);
  command
      .add_option(
          "--file", options.symbolic_files,
          "This file, whose contents are changed for the program alone, or put\nback at the end if it has no "
          "sandbox. It begins as it is, or empty;\nmay be given several times")
      ->option_text("PATH")
      ->allow_extra_args(false)
      ->group(input);
  command
      .add_option(
          "--env", options.variables,
          "The value of this environment variable, of up to --max-input bytes. It\nbegins as VALUE, or as it is, "
          "or empty; may be given several times")
      ->option_text("NAME[=VALUE]")
      ->allow_extra_args(false)
      ->group(input);
  command
      .add_option(
          "--seeds", options.seeds,
          "Begin with these files as input, too: for the first file that is\nexplored, else for standard input")
      ->option_text("DIR")
      ->group(input);

  add_input_functions(command, options, input);

  const std::string search = "Search";
  command.add_option("--strategy", options.strategy, strategy_help())
      ->option_text("NAME")
      ->check(CLI::Validator(check_strategy, ""))
      ->group(search);
  command
      .add_option("--coverage", options.coverage,
                  "What to cover: path (the default), or less, which takes fewer runs:\n"
                  "context, error+branch or branch. Paths are merged then where nothing\nnew can follow")
      ->check(CLI::IsMember({"path", "context", "error+branch", "branch"}))
      ->option_text("LEVEL")
      ->group(search);
  command.add_option("--seed", options.seed, "Start of the random numbers; 1 by default")
      ->option_text("N")
      ->group(search);
  command
      .add_option("-j,--jobs", options.jobs, "So many runs at a time; by default, and with 0, one for each core")
      ->option_text("N")
      ->group(search);
  command
      .add_option(
          "--concretize", options.concretise,
          "Values lost in code that is not instrumented: sound (the default)\nasks for the same value on "
          "the rest of the path, unsound does not,\nsampled learns what functions return for numbers they are "
          "given")
      ->check(CLI::IsMember({"sound", "unsound", "sampled"}))
      ->option_text("POLICY")
      ->group(search);

  add_address_model(command, options.addresses)->group(search);

  const std::string limits = "Limits (0: none)";
  command.add_option("--time-limit", options.time_limit, "Stop after so long; 300 by default")
      ->option_text("SECONDS")
      ->check(seconds())
      ->group(limits);
  command
      .add_option(
          "--memory-limit", options.limits.memory,
          "Memory of Braid itself: what can be made again is dropped first, then\nit stops; 4GiB by default")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);
  command
      .add_option("--max-runs", options.limits.runs, "Stop after so many runs of the program; no limit by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-findings", options.limits.findings, "Stop after so many findings; no limit by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-depth", options.limits.depth,
                  "Leave out what comes after so many decisions on a path; 10000 by\ndefault")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-iterations", options.limits.iterations,
                  "Leave out what comes after a path has passed one decision so often;\nno limit by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-values", options.limits.values,
                  "Values tried where an address, a length or a lost value was made\nconcrete; 256 by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-allocation", options.limits.allocation,
                  "Largest size of memory that is tried on purpose, where it depends on\ninput; 1MiB by default")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);
  command
      .add_option(
          "--max-input", options.limits.input_bytes,
          "Bytes to which each input may grow by itself, but for standard input\nwith --stdin; 256 by default")
      ->option_text("N")
      ->group(limits);
  command.add_option("--run-time", options.run_time, "End a run after so long, which is a finding; 10 by default")
      ->option_text("SECONDS")
      ->check(seconds())
      ->group(limits);
  command
      .add_option("--run-memory", options.run_memory,
                  "Memory that a run may take, with what records it; by default half of\nthe machine's")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);

  command
      .add_option("--run-file-limit", options.run_file_limit,
                  "Size of a file that a run writes, its output included; 64MiB by\ndefault")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);

  command
      .add_flag("--no-sandbox", options.no_sandbox,
                "Let the program change files and use the network (docs/sandbox.md)")
      ->group(limits);

  const std::string findings = "Findings";
  command
      .add_option(
          "--checks", options.checks,
          "Operations that are asked whether some input makes them go wrong:\nusual (the default), all, none, or "
          "names with commas, -NAME for\nwithout. none also leaves out the build with sanitizers")
      ->option_text("NAMES")
      ->group(findings);
  command
      .add_option("--proof", options.proof,
                  "A build of the program with sanitizers to prove findings with; sources\nare built like that "
                  "anyhow")
      ->option_text("PROGRAM")
      ->group(findings);
  command
      .add_option(
          "--proof-time", options.proof_time,
          "For running all paths with sanitizers when nothing else is left to do;\n30 by default, 0: no limit")
      ->option_text("SECONDS")
      ->check(seconds())
      ->group(findings);

  command
      .add_option("--leaks", options.leaks,
                  "How serious it is if memory is lost: error, warning (the default) or\nnote; none: nobody looks")
      ->option_text("SEVERITY")
      ->check(CLI::IsMember({"error", "warning", "note", "none"}))
      ->group(findings);

  add_error_functions(command, options, findings);
  command
      .add_option(
          "--fail-on", options.fail_on,
          "Findings for which the exit code is 1: kinds (docs/report.md), error,\nwarning or note for those "
          "of at least that severity, any (the default)\nor none, with commas. Others do not count")
      ->option_text("KINDS")
      ->check(fail_on_words())
      ->group(findings);

  const std::vector<CLI::Option *> others = command.get_options();
  add_solver_options(command, options.solver, "solver-");
  for (CLI::Option *option : command.get_options())
    if (std::find(others.begin(), others.end(), option) == others.end())
      option->group("Solver");
  const std::string output = "Output";
  command.add_flag("-q,--quiet", options.quiet, "Print nothing but errors")->group(output);
  command.add_flag("--json", options.json, "Print what happens as JSON, a line for each event")->group(output);
  command.add_flag("--no-tests", options.no_tests, "Write no files for tests that show no finding")->group(output);
  command.add_option("--color", options.color, "Colours: auto (the default), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN")
      ->group(output);
  for (CLI::Option *option : command.get_options())
    if (option->get_option_text() == "N")
      option->check(whole_number());
}

} // namespace braid::cli
