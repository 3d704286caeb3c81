#include "cli/trace_command.h"

#include "cli/exit_codes.h"
#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "report/trace_json.h"
#include "report/trace_text.h"
#include "report/words.h"
#include "target/error.h"
#include "target/executor.h"
#include "target/sandbox.h"
#include "trace/smtlib.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <unistd.h>

namespace braid::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<unsigned> symbolic_arguments;
  std::vector<std::string> files, variables;
  bool no_stdin = false;
  double time_limit = 10;
  uint64_t memory_limit = target::default_memory_limit();
  uint64_t file_limit = target::Limits().file;
  bool json = false, all = false, no_sandbox = false;
  std::string color = "auto", addresses = "auto";
  std::string smtlib;
  bool smtlib_replaces_report() const { return smtlib == "-"; }
};

constexpr std::chrono::seconds SHORTEST_START{2};
constexpr uint64_t EVERYTHING = UINT64_MAX / 2; // bytes of output

std::string read_file(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream || fs::is_directory(path, ignored))
    throw UsageError{fmt::format("--file {}: the file cannot be read", path)};
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string read_own_input(std::vector<std::string> &notes) {
  if (isatty(STDIN_FILENO) != 0) {
    notes.push_back("standard input is a terminal: taken as empty (give input with < FILE or a pipe)");
    return {};
  }
  std::string bytes;
  char buffer[65536];
  for (ssize_t count; (count = read(STDIN_FILENO, buffer, sizeof buffer)) != 0;) {
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) // closed, most likely
      break;
    bytes.append(buffer, size_t(count));
  }
  return bytes;
}

target::Input gather_input(const Options &options, std::vector<std::string> &notes) {
  target::Input input = target::Input::standard_input(read_own_input(notes));
  input.sources.front().symbolic = !options.no_stdin;
  for (const unsigned number : options.symbolic_arguments) {
    if (number == 0 || number > options.arguments.size())
      throw UsageError{fmt::format("--arg-symbolic {}: the program is given {} argument{}, numbered from 1",
                                   number, options.arguments.size(), options.arguments.size() == 1 ? "" : "s")};
    input.add(target::SourceKind::ARGUMENT, "", options.arguments[number - 1], uint16_t(number));
  }
  for (const std::string &path : options.files)
    input.add(target::SourceKind::FILE, path, read_file(path));
  for (const std::string &name : options.variables) {
    const char *value = std::getenv(name.c_str());
    if (value == nullptr)
      throw UsageError{fmt::format("--env {0}: the variable is not set; set it: {0}=value braid trace ...", name)};
    input.add(target::SourceKind::ENVIRONMENT, name, value);
  }
  return input;
}

// A limit of ours can change what the program does; the reader has to know that, and how to change the limit.
std::vector<std::string> limits_met(const target::Limits &limits, const target::Outcome &outcome) {
  std::vector<std::string> met;
  if (outcome.refused_bytes != 0 && limits.memory != 0)
    met.push_back(fmt::format("an allocation of {} failed; the limit is {}: --memory-limit",
                              report::counted(outcome.refused_bytes, "byte"), report::memory_size(limits.memory)));
  if (outcome.ending == target::Ending::STOPPED && outcome.end == BRAID_END_MEMORY && limits.memory != 0)
    met.push_back(fmt::format("labels count as memory of the program; the limit is {}: --memory-limit",
                              report::memory_size(limits.memory)));
  if (outcome.ending == target::Ending::TIMED_OUT && !outcome.repeats)
    met.push_back(fmt::format("the limit is {}: --time-limit",
                              report::duration(std::chrono::duration<double>(limits.time).count())));
  if (outcome.killed_by(SIGXFSZ) && limits.file != 0)
    met.push_back(
        fmt::format("a file, or its output, was to become larger than allowed; the limit is {}: --file-limit",
                    report::memory_size(limits.file)));
  return met;
}

report::RunFacts facts_of(const Options &options, const fs::path &program, target::Outcome outcome) {
  report::RunFacts facts;
  facts.program = program.string();
  facts.arguments = options.arguments;
  facts.outcome = outcome.text();
  facts.ending = target::ending_name(outcome.ending);
  facts.status = outcome.status;
  facts.signal = outcome.signal;
  facts.seconds = std::chrono::duration<double>(outcome.wall).count();
  facts.output = std::move(outcome.output);
  facts.errors = std::move(outcome.errors);
  facts.output_whole = outcome.output_whole;
  facts.errors_whole = outcome.errors_whole;
  return facts;
}

// For --smtlib FILE, opened before the program runs: a path that cannot be written costs no run.
std::ofstream open_smtlib(const Options &options) {
  std::ofstream file;
  if (options.smtlib.empty() || options.smtlib_replaces_report())
    return file;
  file.open(options.smtlib);
  if (!file)
    throw UsageError{
        fmt::format("--smtlib {}: the file cannot be written: {}", options.smtlib, std::strerror(errno))};
  return file;
}

void write_smtlib(std::ostream &out, const Options &options, const trace::View &view) {
  out << trace::smtlib_script(view, trace::path_constraints(view), {.ask_for_values = true});
  if (!out.flush())
    throw target::Error("the file cannot be written: " + std::string(std::strerror(errno)),
                        "--smtlib " + options.smtlib);
}

void write_report(const Options &options, const trace::View &view, const report::TraceDigest &digest,
                  const report::RunFacts &facts) {
  if (options.json)
    report::write_trace_json(std::cout, view, digest, facts);
  else
    report::write_trace_text(std::cout, view, digest, facts,
                             {.all = options.all, .colours = wants_colours(options.color)});
  std::cout.flush();
}

// A crash; an assertion that fails, of braid.h or another, aborts and so is one too. The signal of our own limit
// for files says nothing about the program.
bool is_finding(const target::Limits &limits, const target::Outcome &outcome) {
  return outcome.ending == target::Ending::SIGNALLED && !(limits.file != 0 && outcome.killed_by(SIGXFSZ));
}

// Whether a limit of ours ended the run before its own end.
bool hit_limit(const target::Limits &limits, const target::Outcome &outcome) {
  if (outcome.ending == target::Ending::STOPPED)
    return outcome.end == BRAID_END_NODES || outcome.end == BRAID_END_EVENTS || outcome.end == BRAID_END_SOURCES ||
           outcome.end == BRAID_END_MEMORY;
  return outcome.ending == target::Ending::TIMED_OUT || (limits.file != 0 && outcome.killed_by(SIGXFSZ));
}

int trace_once(const Options &options) {
  if (options.json && options.smtlib_replaces_report())
    throw UsageError{"--smtlib - and --json both write to standard output: give --smtlib a file"};
  const fs::path path = find_program(options.program);
  std::vector<std::string> notes;
  const target::Input input = gather_input(options, notes);
  target::ExecutorOptions settings;
  settings.addresses = address_model(options.addresses);
  settings.checks = UINT64_MAX; // those that the program was compiled with
  settings.mode = target::Mode::FORK;
  settings.limits.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.time_limit));
  if (settings.limits.time.count() != 0) // loading alone takes a while, however short the program may run
    settings.start_time = std::max<std::chrono::nanoseconds>(settings.limits.time, SHORTEST_START);
  else
    settings.start_time = {};
  settings.limits.memory = options.memory_limit;
  settings.limits.file = options.file_limit;
  if (options.all)
    settings.limits.kept_output = EVERYTHING;
  std::ofstream smtlib = open_smtlib(options);
  const target::Program program = {.path = path,
                                   .arguments = options.arguments,
                                   .environment = {},
                                   .folder = {},
                                   .sandbox = !options.no_sandbox,
                                   .other_folders = {}};
  target::Executor executor(program, settings);
  target::Outcome outcome = executor.run(input);
  if (executor.protection().level != target::Protection::Level::FULL)
    notes.push_back(executor.protection().text() + " (docs/sandbox.md)");
  const bool limited = hit_limit(settings.limits, outcome), found = is_finding(settings.limits, outcome);
  std::vector<std::string> met = limits_met(settings.limits, outcome);
  if (!outcome.warning.empty())
    notes.push_back(outcome.warning);
  report::RunFacts facts = facts_of(options, path, std::move(outcome));
  facts.notes = std::move(notes);
  facts.limits = std::move(met);

  const trace::View view(executor.trace().bytes());
  const report::TraceDigest digest(view);
  if (options.smtlib_replaces_report())
    write_smtlib(std::cout, options, view);
  else
    write_report(options, view, digest, facts);
  if (smtlib.is_open())
    write_smtlib(smtlib, options, view);
  // Not readable: destroyed by the program. Sound and yet not true: a mistake of ours.
  if (!view.readable() || (view.whole() && !digest.mismatches.empty()))
    return EXIT_TROUBLE;
  if (found)
    return EXIT_FINDINGS;
  if (!digest.anything_symbolic)
    return EXIT_NOTHING_SYMBOLIC;
  return limited ? EXIT_INCOMPLETE : EXIT_DONE;
}

int run(const Options &options) {
  try {
    return trace_once(options);
  } catch (const UsageError &error) {
    fmt::print(stderr, "braid: {}\nMore: braid trace --help\n", error.text);
    return EXIT_USAGE;
  } catch (const target::Error &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_TROUBLE;
  }
}

std::string check_argument_number(const std::string &text) {
  unsigned number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size() && number > 0 && number <= UINT16_MAX)
    return {};
  return fmt::format("'{}' is not the number of an argument; the first is 1", text);
}

} // namespace

void add_trace_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand(
      "trace", "Run a program once and show which decisions depended on the input.\n"
               "The program must have been built with braid-cc or braid-c++. Its standard input is\n"
               "that of this command: braid trace ./prog < input");
  command->positionals_at_end(); // what follows the program is the program's
  command->add_option("PROGRAM", options->program, "The program")->required();
  command->add_option("ARGUMENTS", options->arguments, "Its arguments");
  command
      ->add_option("--arg-symbolic", options->symbolic_arguments,
                   "Argument number N, from 1, is input;\nfor several arguments give the option several times")
      ->option_text("N")
      ->check(CLI::Validator(check_argument_number, ""))
      ->allow_extra_args(false);
  command
      ->add_option("--file", options->files,
                   "The bytes of this file are input when the program reads it;\nmay be given several times")
      ->option_text("PATH")
      ->allow_extra_args(false);
  command
      ->add_option("--env", options->variables,
                   "The value of this environment variable is input;\nmay be given several times")
      ->option_text("NAME")
      ->allow_extra_args(false);
  command->add_flag("--no-stdin", options->no_stdin, "Standard input is given to the program, but is no input");
  command
      ->add_option("--time-limit", options->time_limit, "The program may run so long; 10 by default, 0: no limit")
      ->option_text("SECONDS")
      ->check(seconds());
  command
      ->add_option(
          "--memory-limit", options->memory_limit,
          "Memory the program may add after its start, labels included, such\nas 2GiB; by default half of the "
          "machine's, at least 1GiB; 0: no limit")
      ->option_text("SIZE")
      ->transform(size_in_bytes());
  command
      ->add_option("--file-limit", options->file_limit,
                   "Size of a file it writes, its output included; by default 64MiB;\n0: no limit")
      ->option_text("SIZE")
      ->transform(size_in_bytes());
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "Let the program change files and use the network (docs/sandbox.md)");
  add_address_model(*command, options->addresses);
  command->add_flag("--all", options->all,
                    "Show every decision and all output. Without it at most 1 MiB of\noutput is kept");
  command->add_flag("--json", options->json, "Print JSON (see docs/trace-json.md)");
  command
      ->add_option(
          "--smtlib", options->smtlib,
          "Also write the conditions of the path to a file, in SMT-LIB;\n- for standard output, in place of "
          "the report")
      ->option_text("FILE");
  command->add_option("--color", options->color, "Colours: auto (the default), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
