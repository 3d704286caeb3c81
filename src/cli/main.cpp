// The `braid` command: finds the command that was asked for and turns its outcome into an exit code. What a
// command does is in a file of its own.
#include "cli/doctor_command.h"
#include "cli/exit_codes.h"
#include "cli/export_command.h"
#include "cli/help_format.h"
#include "cli/program_arguments.h"
#include "cli/project_file.h"
#include "cli/replay_command.h"
#include "cli/run_command.h"
#include "cli/run_options.h"
#include "cli/solve_command.h"
#include "cli/trace_command.h"
#include "cli/version_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace braid::cli {

namespace {

constexpr const char *DESCRIPTION =
    "Braid runs a C or C++ program and records how its values depend on the input.\n"
    "\n"
    "First compile the program with braid-cc or braid-c++, which are used like clang\n"
    "(make CC=braid-cc CXX=braid-c++). Then give it to one of the commands below.\n";

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

bool has_command(const CLI::App &app, const std::string &name) {
  std::vector<const CLI::App *> commands = app.get_subcommands(nullptr);
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CLI::App *command) { return command->get_name() == name; });
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

int run(int argc, char **argv) {
  int exit_code = EXIT_DONE;
  CLI::App app{DESCRIPTION, "braid"};
  app.formatter(std::make_shared<HelpFormat>());
  app.set_version_flag("--version", "braid " BRAID_VERSION);
  app.require_subcommand(1);
  app.footer(exit_code_help() + "\nbraid help COMMAND says more about a command.");
  add_run_command(app, exit_code);
  add_replay_command(app, exit_code);
  add_export_command(app, exit_code);
  add_trace_command(app, exit_code);
  add_solve_command(app, exit_code);
  add_doctor_command(app, exit_code);
  add_version_command(app, exit_code);
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
  if (!words.front().starts_with('-') && !has_command(app, words.front()))
    return unknown_command(app, words.front());
  try {
    if (words.front() == "run") {
      const std::vector<std::string> more = project_words("braid.toml", words.front(), words);
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
    fmt::print(stderr, "braid: {}\nMore: {}\n", error.what(), help_command(app));
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
