#include "cli/run_options.h"

#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "target/build/build.h"
#include "target/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <thread>

namespace braid::cli {

namespace fs = std::filesystem;
using target::Input;
using target::SourceKind;

namespace {

constexpr std::string_view INPUT_FILE = "@@";

std::string read_file(const fs::path &path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream || fs::is_directory(path, ignored))
    throw UsageError{fmt::format("{}: the file cannot be read", path.string())};
  return {std::istreambuf_iterator<char>(stream), {}};
}

// As it was typed, as far as a shell leaves it so.
std::vector<std::string> own_command() {
  std::vector<std::string> words;
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(stream, word, '\0');)
    words.push_back(word);
  return words;
}

bool has_input_file(const RunOptions &options) {
  return std::any_of(options.arguments.begin(), options.arguments.end(),
                     [](const std::string &word) { return word.find(INPUT_FILE) != std::string::npos; });
}

// The first input, and which of its sources is given the contents of seeds.
struct FirstInput {
  Input input;
  size_t seeded = 0;
};

FirstInput first_input(const RunOptions &options, const fs::path &file) {
  FirstInput first;
  Input &input = first.input;
  const bool has_file = has_input_file(options);
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
  for (const std::string &variable : options.variables) {
    const char *value = std::getenv(variable.c_str());
    if (value == nullptr)
      throw UsageError{
          fmt::format("--env {0}: the variable is not set; set it: {0}=value braid run ...", variable)};
    input.add(SourceKind::ENVIRONMENT, variable, value);
  }
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
  std::string text = "Which decision is tried next:";
  for (const explore::StrategyEntry &entry : explore::strategies())
    fmt::format_to(std::back_inserter(text), "\n  {:<16} {}", entry.name, entry.description);
  return text;
}

// What a state on disk must have been for: the program as it is now, and what it is given.
std::string state_key(const campaign::Settings &settings, const RunOptions &options) {
  uint64_t hash = 0xcbf29ce484222325U;
  const auto mix = [&](std::string_view text) {
    for (const char each : text)
      hash = (hash ^ uint8_t(each)) * 0x100000001b3U;
    hash = (hash ^ 0x1ff) * 0x100000001b3U; // an end that is no byte
  };
  mix(read_file(settings.program.path));
  for (const std::string &word : settings.program.arguments)
    mix(word);
  for (const target::Source &source : settings.seeds.front().sources) {
    mix(source.name);
    mix(fmt::format("{} {} {} {}", int(source.kind), source.index, source.symbolic, source.bytes.size()));
  }
  mix(options.concretise);
  mix(fmt::format("{}", settings.exploration.limits.input_bytes));
  return fmt::format("{:016x}", hash);
}

} // namespace

campaign::Settings settings_of(const RunOptions &options) {
  campaign::Settings settings;
  const fs::path first_file = options.files.front();
  const bool is_built_here = is_source(first_file);
  settings.folder = !options.output.empty()
                        ? fs::path(options.output)
                        : fs::path("braid-out") / (is_built_here ? first_file.stem() : first_file.filename());
  if (is_built_here) {
    target::BuildRequest request;
    for (const std::string &file : options.files)
      request.files.emplace_back(file);
    request.compiler_options = words_of(options.compiler_options);
    if (!options.compile_commands.empty())
      request.compile_commands = options.compile_commands;
    request.folder = settings.folder / "build";
    settings.program.path = target::build(request).program;
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
  }
  const fs::path input_file = fs::absolute(settings.folder / "input");
  const FirstInput first = first_input(options, input_file);
  settings.seeds = all_seeds(options, first);
  settings.program.arguments = options.arguments;
  for (std::string &word : settings.program.arguments)
    if (const size_t at = word.find(INPUT_FILE); at != std::string::npos)
      word.replace(at, INPUT_FILE.size(), input_file.string());
  settings.facts.program = settings.program.path;
  settings.facts.arguments = options.arguments;
  settings.facts.seed = options.seed;
  settings.facts.command = own_command();

  settings.exploration.limits = options.limits;
  settings.exploration.limits.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.time_limit));
  if (options.standard_input_given)
    settings.exploration.limits.input_bytes = options.standard_input;
  settings.exploration.strategy = options.strategy;
  settings.exploration.seed = options.seed;
  settings.exploration.concretise =
      options.concretise == "sound" ? explore::Concretise::SOUND : explore::Concretise::UNSOUND;
  settings.worker.solver = options.solver.options();
  settings.run_limits.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.run_time));
  settings.run_limits.memory = options.run_memory;
  settings.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  settings.keep_tests = !options.no_tests;
  settings.state_key = state_key(settings, options);
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
                  "For compiling sources, such as \"-Iinclude -DX=1\"; after -O1 -g")
      ->option_text("WORDS");
  command
      .add_option("-p,--compile-commands", options.compile_commands,
                  "A compile_commands.json that says how the sources are compiled")
      ->option_text("FILE");

  const std::string input = "Input";
  command
      .add_option("--stdin", options.standard_input,
                  "Standard input is input, of up to N bytes; the default, with 256,\nunless other input is given")
      ->option_text("N")
      ->each([&options](const std::string &) { options.standard_input_given = true; })
      ->group(input);
  command.add_flag("--no-stdin", options.no_standard_input, "Standard input is empty")->group(input);
  command
      .add_option("--arg", options.symbolic_arguments,
                  "Another argument for the program, of up to N bytes, is input;\nmay be given several times")
      ->option_text("N")
      ->allow_extra_args(false)
      ->group(input);
  command
      .add_option(
          "--file", options.symbolic_files,
          "This file is input; it is overwritten. It begins as it is, or empty;\nmay be given several times")
      ->option_text("PATH")
      ->allow_extra_args(false)
      ->group(input);
  command
      .add_option("--env", options.variables,
                  "The value of this environment variable is input; may be given\nseveral times")
      ->option_text("NAME")
      ->allow_extra_args(false)
      ->group(input);
  command.add_option("--seeds", options.seeds, "Begin with the files in this folder, too")
      ->option_text("DIR")
      ->group(input);

  const std::string search = "Search";
  command.add_option("--strategy", options.strategy, strategy_help())
      ->option_text("NAME")
      ->check(CLI::Validator(check_strategy, ""))
      ->group(search);
  command.add_option("--seed", options.seed, "For what is left to chance; 1 by default")
      ->option_text("N")
      ->group(search);
  command.add_option("-j,--jobs", options.jobs, "So many runs at a time; by default one for each core")
      ->option_text("N")
      ->group(search);
  command
      .add_option("--concretize", options.concretise,
                  "Values lost in code that is not instrumented: sound (the default)\nasks for the same value on "
                  "the rest of the path, unsound does not")
      ->check(CLI::IsMember({"sound", "unsound"}))
      ->option_text("POLICY")
      ->group(search);

  const std::string limits = "Limits (0: none)";
  command.add_option("--time-limit", options.time_limit, "For all of it; 300 by default")
      ->option_text("SECONDS")
      ->check(seconds())
      ->group(limits);
  command
      .add_option("--memory-limit", options.limits.memory,
                  "Memory of the engine: what can be made again is dropped first, then it\nends; 4GiB by default")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);
  command.add_option("--max-runs", options.limits.runs, "Runs of the program; none by default")
      ->option_text("N")
      ->group(limits);
  command.add_option("--max-findings", options.limits.findings, "Findings; none by default")
      ->option_text("N")
      ->group(limits);
  command.add_option("--max-depth", options.limits.depth, "Decisions on a path; 10000 by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-iterations", options.limits.iterations,
                  "How often a path may pass one decision; none by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-values", options.limits.values,
                  "Values tried where an address, a length or a lost value was made\nconcrete; 256 by default")
      ->option_text("N")
      ->group(limits);
  command
      .add_option("--max-input", options.limits.input_bytes, "Bytes to which an input may grow; 256 by default")
      ->option_text("N")
      ->group(limits);
  command.add_option("--run-time", options.run_time, "For one run; 10 by default")
      ->option_text("SECONDS")
      ->check(seconds())
      ->group(limits);
  command
      .add_option("--run-memory", options.run_memory,
                  "Memory a run may add, labels included; by default half of the machine's")
      ->option_text("SIZE")
      ->transform(size_in_bytes())
      ->group(limits);

  add_solver_options(command, options.solver, "solver-");
  const std::string output = "Output";
  command.add_flag("-q,--quiet", options.quiet, "Print nothing but errors")->group(output);
  command.add_flag("--json", options.json, "Print what happens as JSON, a line for each event")->group(output);
  command.add_flag("--no-tests", options.no_tests, "Write no files for tests that show no finding")->group(output);
  command.add_option("--color", options.color, "Colours: auto (the default), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN")
      ->group(output);
}

} // namespace braid::cli
