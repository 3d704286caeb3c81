// The `braid` command: finds the command that was asked for and turns its outcome into an exit code. What a
// command does is in a file of its own.
#include "cli/doctor_command.h"
#include "cli/exit_codes.h"
#include "cli/export_command.h"
#include "cli/help_format.h"
#include "cli/program_arguments.h"
#include "cli/project_file.h"
#include "cli/replay_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/run_options.h"
#include "cli/solve_command.h"
#include "cli/trace_command.h"
#include "cli/version_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <optional>

namespace braid::cli {

namespace {

constexpr const char *DESCRIPTION =
    "Braid finds an input for every path through a C or C++ program, and so the inputs\n"
    "that make it crash. Start with a source file whose program reads standard input:\n"
    "\n"
    "  braid run prog.c\n"
    "\n"
    "Larger programs are compiled first, with braid-cc or braid-c++, which are used like\n"
    "clang (make CC=braid-cc CXX=braid-c++), and then explored: braid run ./prog\n";

// Names near to each other, so that a slip of the finger gets a helpful answer.
size_t distance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

struct Command {
  std::string_view name;
  void (*add)(CLI::App &app, int &exit_code);
};

// In the order of the help.
constexpr Command COMMANDS[] = {{"run", add_run_command},       {"report", add_report_command},
                                {"replay", add_replay_command}, {"export", add_export_command},
                                {"trace", add_trace_command},   {"solve", add_solve_command},
                                {"doctor", add_doctor_command}, {"version", add_version_command}};

const Command *find_command(std::string_view name) {
  const Command *found = std::find_if(std::begin(COMMANDS), std::end(COMMANDS),
                                      [&](const Command &command) { return command.name == name; });
  return found == std::end(COMMANDS) ? nullptr : found;
}

int unknown_command(const CLI::App &app, const std::string &given) {
  std::string nearest;
  size_t best = 3;
  for (const CLI::App *command : app.get_subcommands(nullptr))
    if (size_t steps = distance(given, command->get_name()); steps < best) {
      best = steps;
      nearest = command->get_name();
    }
  fmt::print(stderr, "braid: there is no command '{}'{}\nThe commands: braid --help\n", given,
             nearest.empty() ? "." : fmt::format("; did you mean 'braid {}'?", nearest));
  return EXIT_USAGE;
}

// The command that was being read when the error came up, for a hint that fits.
std::string help_command(const CLI::App &app) {
  for (const CLI::App *command : app.get_subcommands())
    return "braid " + command->get_name() + " --help";
  return "braid --help";
}

// Whether a word in front of -- gives this option, by any of its names: --jobs 2, --jobs=2, -j2.
bool is_given(const CLI::App &command, const std::string &key, const std::vector<std::string> &words) {
  std::vector<std::string> longs = {key}, shorts;
  if (const CLI::Option *option = command.get_option_no_throw("--" + key)) {
    longs = option->get_lnames();
    shorts = option->get_snames();
  }
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end, [&](const std::string &word) {
    return std::any_of(longs.begin(), longs.end(),
                       [&](const std::string &name) {
                         return word == "--" + name || word.starts_with("--" + name + "=");
                       }) ||
           std::any_of(shorts.begin(), shorts.end(), [&](const std::string &name) {
             return !word.starts_with("--") && word.starts_with("-" + name);
           });
  });
}

int run(int argc, char **argv) {
  int exit_code = EXIT_DONE;
  CLI::App app{DESCRIPTION, "braid"};
  app.formatter(std::make_shared<HelpFormat>());
  app.set_version_flag("--version", "braid " BRAID_VERSION);
  app.require_subcommand(1);
  app.footer(exit_code_help() + "\nMore about a command: braid help COMMAND");
  // The options of all commands take longer to make than a small exploration takes for its first runs.
  if (const Command *const asked_for = argc < 2 ? nullptr : find_command(argv[1]))
    asked_for->add(app, exit_code);
  else
    for (const Command &command : COMMANDS)
      command.add(app, exit_code);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  for (CLI::App *command : app.get_subcommands(nullptr))
    command->group("Commands");

  if (argc < 2) {
    fmt::print("{}", app.help());
    return EXIT_USAGE;
  }
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.front() == "help") { // braid help [COMMAND] is braid [COMMAND] --help
    words.erase(words.begin());
    words.resize(std::min<size_t>(words.size(), 1));
    words.emplace_back("--help");
  }
  if (!words.front().starts_with('-') && find_command(words.front()) == nullptr)
    return unknown_command(app, words.front());
  std::optional<ProjectFile> project;
  try {
    if (words.front() == "run") {
      project.emplace("braid.toml", words.front());
      const CLI::App *command = app.get_subcommand(words.front());
      const std::vector<std::string> more =
          project->words([&](const std::string &key) { return is_given(*command, key, words); });
      words.insert(words.begin() + 1, more.begin(), more.end());
      words = with_program_arguments(std::move(words));
    }
    std::reverse(words.begin(), words.end()); // as the library wants them
    app.parse(std::move(words));
  } catch (const CLI::Success &success) { // --help and --version
    app.exit(success);
    return EXIT_DONE;
  } catch (const UsageError &error) {
    fmt::print(stderr, "braid: {}\nThe form of the file: docs/run.md\n", error.text);
    return EXIT_USAGE;
  } catch (const CLI::ParseError &error) {
    fmt::print(stderr, "braid: {}{}\nMore: {}\n", project ? project->place_of(error.what()) : "", error.what(),
               help_command(app));
    return EXIT_USAGE;
  }
  return exit_code;
}

} // namespace

} // namespace braid::cli

int main(int argc, char **argv) {
  try {
    return braid::cli::run(argc, argv);
  } catch (const std::exception &error) {
    fmt::print(stderr, "braid: {}\nCheck the installation: braid doctor\n", error.what());
    return braid::cli::EXIT_TROUBLE;
  }
}
