#include "cli/export_command.h"

#include "cli/exit_codes.h"
#include "results/error.h"
#include "results/export.h"

#include <fmt/format.h>
#include <memory>

namespace braid::cli {

namespace {

struct Options {
  std::string folder, format, tests;
  results::Request request;
};

const results::Format *find_format(const std::string &name) {
  for (const results::Format &format : results::formats())
    if (name == format.name)
      return &format;
  return nullptr;
}

std::string format_names() {
  std::string names;
  for (const results::Format &format : results::formats())
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

std::string check_format(const std::string &name) {
  return find_format(name) != nullptr ? ""
                                      : fmt::format("there is no format '{}'; there are {}", name, format_names());
}

std::string format_help() {
  std::string text = "Formats (see docs/export.md):\n";
  for (const results::Format &format : results::formats())
    text += fmt::format("  {:<9} {}\n", format.name, format.text);
  return text;
}

int export_results(Options &options) {
  const results::Format &format = *find_format(options.format);
  results::Request &request = options.request;
  if (!options.tests.empty())
    request.tests = results::numbers_in(options.tests);
  if (request.destination == "-" && !format.is_file)
    throw results::BadRequest("-o -", fmt::format("{} makes a folder, not one text", format.name),
                              "Give the folder a name.");
  results::Account account;
  format.write(results::Folder(options.folder), request, account);
  const std::vector<std::string> lines = account.lines();
  const bool nothing = !format.is_file && account.written() == 0;
  FILE *stream = nothing || request.destination == "-" ? stderr : stdout;
  if (nothing)
    fmt::print(stream, "braid: {}: no test was exported\n", options.folder);
  else if (format.is_file && request.destination != "-")
    fmt::print(stream, "The tree is in {}\n", request.destination);
  else if (!format.is_file)
    fmt::print(stream, "{} {} written to {}\n", account.written(), account.written() == 1 ? "test" : "tests",
               request.destination);
  for (const std::string &line : lines)
    fmt::print(stream, "  {}\n", line);
  return nothing ? EXIT_USAGE : EXIT_DONE;
}

int run(Options &options) {
  try {
    return export_results(options);
  } catch (const results::BadRequest &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_USAGE;
  } catch (const results::Error &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_TROUBLE;
  }
}

} // namespace

void add_export_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand("export", "Write the tests of braid run, or its tree, for other tools");
  command->add_option("FOLDER", options->folder, "The folder that braid run wrote")->required();
  command->add_option("--format", options->format, "What to write: " + format_names())
      ->required()
      ->option_text("NAME")
      ->check(CLI::Validator(check_format, ""));
  command->add_option("-o", options->request.destination, "Where to write it: a folder; of dot a file")
      ->required()
      ->option_text("DEST");
  command->add_option("--tests", options->tests, "Only these tests, such as 1,5,8-11")->option_text("NUMBERS");
  command->add_flag("--all", options->request.all,
                    "Also tests that took a path another test had taken, or no\nwhole one");
  command->add_flag("--findings-only", options->request.findings_only,
                    "Only tests that crash or do not end in time");
  command
      ->add_option("--input", options->request.input,
                   "For afl and corpus, if tests have several inputs: which of them\nto write, such as stdin")
      ->option_text("NAME");
  command
      ->add_option("--max-nodes", options->request.most_nodes,
                   "For dot: draw larger trees shorter; 400 by default, 0: no limit")
      ->option_text("N")
      ->check(CLI::Range(uint32_t(0), UINT32_MAX));
  command->footer(format_help());
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
