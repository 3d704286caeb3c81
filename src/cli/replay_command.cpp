#include "cli/replay_command.h"

#include "cli/exit_codes.h"
#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "cli/replay_case.h"
#include "target/build/build.h"
#include "target/build/command.h"
#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/error.h"
#include "target/executor.h"
#include "target/input_name.h"
#include "target/plain_run.h"
#include "target/sandbox.h"
#include "trace/format.h"
#include "trace/smtlib.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <optional>
#include <unistd.h>

namespace braid::cli {

namespace {

namespace fs = std::filesystem;
using target::Ending;
using target::SourceKind;

struct Options {
  std::string test, program;
  std::vector<std::string> arguments;
  std::string folder; // -o
  std::string smtlib;
  bool raw = false, gdb = false, no_sandbox = false;
  std::optional<double> time_limit; // by default that of the campaign
};

bool has(const target::Input &input, SourceKind kind) { return input.find(kind) != nullptr; }

// Inputs that only a program made for it can take.
bool has_values(const target::Input &input) {
  return has(input, SourceKind::MARK) || has(input, SourceKind::CALL) || has(input, SourceKind::DATA);
}

class Replay {
public:
  Replay(const Options &options, ReplayTest test, std::optional<ReplayCampaign> campaign)
      : options_(options), test_(std::move(test)), campaign_(std::move(campaign)) {
    if (campaign_)
      limits_ = campaign_->limits;
    if (options.time_limit)
      limits_.time =
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(*options.time_limit));
    limits_.kept_output = UINT64_MAX / 2;
  }

  int run() {
    if (!options_.smtlib.empty())
      return write_conditions();
    target::Program program = choose_program();
    // Only the instrumented program takes values where there is no plain one to give them to.
    const bool record =
        has_values(test_.input) && !target::takes_values(program.path) && target::is_instrumented(program.path);
    if (has_values(test_.input) && !record && !target::takes_values(program.path))
      say("note: the test has values for marks, calls or a harness, and this program does not take them");
    const target::Stage stage = target::stage_input(program, test_.input, stage_folder());
    if (options_.gdb)
      return debug(stage, record);
    if (!record && target::reserves_addresses(stage.program.path))
      limits_.memory = 0;
    if (const std::string missing = target::Sandbox::protection(stage.program).text(); !missing.empty())
      say("note: " + missing + " (docs/sandbox.md)");
    const target::Outcome outcome =
        record ? record_run(stage.program) : target::run_plain(stage.program, stage.input, limits_);
    show(outcome);
    return judge(stage.program.path, outcome);
  }

private:
  static void say(const std::string &text) { fmt::print(stderr, "braid: {}\n", text); }

  // As it is; only that what follows is ours is to be seen.
  static void show(const target::Outcome &outcome) {
    fwrite(outcome.output.data(), 1, outcome.output.size(), stdout);
    fflush(stdout);
    fwrite(outcome.errors.data(), 1, outcome.errors.size(), stderr);
    const bool is_output_last = outcome.errors.empty() && isatty(STDOUT_FILENO) != 0;
    const std::string &last = is_output_last ? outcome.output : outcome.errors;
    if (!last.empty() && last.back() != '\n')
      fputc('\n', stderr);
  }

  target::Program choose_program() {
    target::Program program;
    program.arguments = options_.arguments;
    if (campaign_ && options_.arguments.empty())
      program.arguments = campaign_->arguments;
    if (campaign_)
      program.folder = campaign_->run_folder;
    program.sandbox = !options_.no_sandbox;
    if (!options_.program.empty()) {
      program.path = find_program(options_.program);
    } else if (!campaign_) {
      throw UsageError{fmt::format(
          "{}: its campaign is not known; give its output folder (-o) or a program to run", options_.test)};
    } else if (!campaign_->sources.empty() && !has(test_.input, SourceKind::CALL)) {
      program.path = build_plain();
    } else {
      program.path = campaign_->program;
      if (has(test_.input, SourceKind::CALL))
        say("note: the test gives the results of calls, which only the instrumented program takes");
    }
    return program;
  }

  // A recorded run of the instrumented program, for what its path asks of an input.
  int write_conditions() const {
    if (!campaign_)
      throw UsageError{fmt::format("{}: its campaign is not known; give its output folder (-o)", options_.test)};
    target::Program program{
        campaign_->program, campaign_->arguments, {}, campaign_->run_folder, !options_.no_sandbox};
    target::Input input = test_.input;
    for (target::Source &source : input.sources)
      source.symbolic_length = source.kind == SourceKind::STDIN || source.kind == SourceKind::FILE;
    if (const target::Source *file = input.find(SourceKind::FILE))
      target::name_input_file(program.arguments, file->name);
    target::ExecutorOptions settings;
    settings.mode = target::Mode::FORK;
    settings.limits = limits_;
    target::Executor executor(program, settings);
    executor.run(input);
    const trace::View view(executor.trace().bytes());
    const std::string script = trace::smtlib_script(view, trace::path_constraints(view), {.ask_for_values = true});
    if (options_.smtlib == "-") {
      fmt::print("{}", script);
      return EXIT_DONE;
    }
    std::ofstream stream(options_.smtlib);
    if (!(stream << script).flush())
      throw target::Error("the file cannot be written: " + std::string(std::strerror(errno)), options_.smtlib);
    return EXIT_DONE;
  }

  fs::path build_plain() const {
    target::BuildRequest request;
    request.files = campaign_->sources;
    request.compiler_options = campaign_->compiler_options;
    request.compile_commands = campaign_->compile_commands;
    request.folder = campaign_->folder / "build";
    request.plain = true;
    const target::Built built = target::build(request);
    if (built.was_built)
      say("built " + shown_shortly(built.program));
    return built.program;
  }

  fs::path stage_folder() const {
    return (campaign_ ? campaign_->folder : fs::path("braid-out")) / "replay" / test_.name;
  }

  // Files, arguments and variables are in their places already.
  target::Outcome record_run(const target::Program &program) const {
    target::Input rest;
    for (const target::Source &source : test_.input.sources)
      if (source.kind != SourceKind::FILE && source.kind != SourceKind::ARGUMENT &&
          source.kind != SourceKind::ENVIRONMENT)
        rest.sources.push_back(source);
    target::ExecutorOptions settings;
    settings.mode = target::Mode::FORK;
    settings.limits = limits_;
    return target::Executor(program, settings).run(rest);
  }

  int debug(const target::Stage &stage, bool record) const {
    if (record)
      throw target::Error(
          "the test has values that only a recorded run of this program takes", stage.program.path.string(),
          "Give a program that was built plainly, with libbraid-replay.a; or start it in gdb yourself.");
    std::vector<std::string> words = {
        "gdb",    "-q",
        "-ex",    "set exec-wrapper /bin/sh " + target::shell_quoted(stage.script.string()),
        "--args", stage.program.path.string()};
    words.insert(words.end(), stage.program.arguments.begin(), stage.program.arguments.end());
    std::vector<char *> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string &word : words)
      pointers.push_back(word.data());
    pointers.push_back(nullptr);
    say("type run to start the program with the input of the test");
    execvp(pointers.front(), pointers.data());
    throw target::Error(std::string("gdb cannot be started: ") + std::strerror(errno), "",
                        "Install it: apt-get install gdb. Or run the test by hand: sh " +
                            target::shell_quoted(stage.script.string()));
  }

  // --- judging ---

  // An assumption that does not hold ends a recorded run, and a program of its own with this message.
  static bool broke_assumption(const target::Outcome &outcome) {
    return (outcome.ending == Ending::STOPPED && outcome.end == BRAID_END_ASSUME) ||
           (outcome.exited_with(1) &&
            outcome.errors.find(": the assumption does not hold for this input\n") != std::string::npos);
  }

  static bool is_same(const target::Outcome &recorded, const target::Outcome &outcome) {
    if (recorded.ending == Ending::STOPPED)
      return broke_assumption(outcome);
    return recorded.ending == outcome.ending && recorded.status == outcome.status &&
           recorded.signal == outcome.signal;
  }

  static std::string text_of(const target::Outcome &outcome, bool is_recorded) {
    if (broke_assumption(outcome))
      return "an assumption does not hold for this input";
    if (is_recorded && outcome.ending == Ending::STOPPED && outcome.end == 0)
      return "stopped by Braid";
    return outcome.text();
  }

  int judge(const fs::path &program, const target::Outcome &outcome) const {
    const std::string what =
        fmt::format("{} on {}: {}", test_.name, shown_shortly(program), text_of(outcome, false));
    if (!test_.recorded) {
      say(what);
      if (outcome.ending == Ending::SIGNALLED)
        return EXIT_FINDINGS;
      return outcome.ending == Ending::TIMED_OUT ? EXIT_INCOMPLETE : EXIT_DONE;
    }
    if (is_same(*test_.recorded, outcome)) {
      say(what + ", as recorded");
      return EXIT_DONE;
    }
    say(fmt::format("{}; recorded was: {}", what, text_of(*test_.recorded, true)));
    if (const std::string changed = changed_source(); !changed.empty())
      say("note: " + changed + " was changed after the test was made");
    return EXIT_FINDINGS;
  }

  std::string changed_source() const {
    std::error_code failed;
    const fs::file_time_type made = fs::last_write_time(test_.file, failed);
    if (failed || !campaign_ || !options_.program.empty())
      return {};
    for (const fs::path &source : campaign_->sources)
      if (const auto changed = fs::last_write_time(source, failed); !failed && changed > made)
        return source.string();
    return {};
  }

  const Options &options_;
  ReplayTest test_;
  std::optional<ReplayCampaign> campaign_;
  target::Limits limits_;
};

int replay(const Options &options) {
  ReplayCase found = find_replay_case({options.test, options.folder, options.raw, !options.program.empty()});
  return Replay(options, std::move(found.test), std::move(found.campaign)).run();
}

int run(const Options &options) {
  try {
    return replay(options);
  } catch (const UsageError &error) {
    fmt::print(stderr, "braid: {}\nMore: braid replay --help\n", error.text);
    return EXIT_USAGE;
  } catch (const target::Error &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_TROUBLE;
  }
}

} // namespace

void add_replay_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand(
      "replay", "Run one test on the program as it is without Braid.\n"
                "The program is built from the sources that were explored, without instrumentation. Its\n"
                "output is shown as it is; then, on standard error, how it ended. Exit code 0: as when\n"
                "the test was made, 1: otherwise.");
  command->add_option("TEST", options->test, "OUT/tests/000017.json, or 17 with -o OUT; with --stdin any file")
      ->required();
  command->add_option("PROGRAM", options->program, "Run this program instead");
  command->add_option("ARGUMENTS", options->arguments,
                      "Its arguments, behind --, instead of those given to braid run");
  command->add_option("-o", options->folder, "The results folder of braid run")->option_text("OUT");
  command->add_flag("--stdin", options->raw, "TEST is not a test but bytes for standard input");
  command
      ->add_option("--smtlib", options->smtlib,
                   "Write what the test's path asks of an input to a file, in SMT-LIB;\n- for standard output")
      ->option_text("FILE");
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "Let the program change files and use the network (docs/sandbox.md)");
  command->add_flag("--gdb", options->gdb, "Start gdb on the program, with the input in place");
  command
      ->add_option("--time-limit", options->time_limit,
                   "The program may run so long, 0: no limit; by default as long as in the\nexploration, or 10")
      ->option_text("SECONDS")
      ->check(seconds());
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
