#include "cli/report_command.h"

#include "cli/exit_codes.h"
#include "cli/fail_on_option.h"
#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "report/finding_text.h"
#include "report/findings_json.h"
#include "report/github.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "results/error.h"
#include "results/output.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <memory>

namespace braid::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char *DEFAULT_PARENT = "braid-out"; // where braid run makes its folders

struct Options {
  std::string folder, format, destination, root;
  std::string color = "auto", fail_on; // empty: whatever is told
  uint32_t finding = 0;                // 0: all
};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_in_github_actions() { return variable("GITHUB_ACTIONS") == "true"; }

struct Format {
  const char *name;
  const char *text; // for the help
  std::string (*write)(const report::FindingsReport &report, const report::Palette &palette);
};

// Without the parameter that only text needs.
template <auto write> std::string plain(const report::FindingsReport &report, const report::Palette &) {
  return write(report);
}

std::string markdown(const report::FindingsReport &report, const report::Palette &) {
  return report::findings_markdown(report);
}

constexpr Format FORMATS[] = {
    {"text", "for people", report::findings_text},
    {"sarif", "SARIF 2.1.0, for GitHub code scanning and editors", plain<report::sarif_log>},
    {"junit", "JUnit XML, for continuous integration", plain<report::junit_xml>},
    {"json", "all there is to know, for programs", plain<report::findings_json>},
    {"github", "annotations of GitHub Actions, and the summary of the step", plain<report::github_annotations>},
    {"markdown", "the same summary, for comments and issues", markdown},
};

const Format *find_format(const std::string &name) {
  for (const Format &format : FORMATS)
    if (name == format.name)
      return &format;
  return nullptr;
}

std::string format_names() {
  std::string names;
  for (const Format &format : FORMATS)
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

std::string check_format(const std::string &name) {
  return find_format(name) != nullptr ? ""
                                      : fmt::format("there is no format '{}'; there are {}", name, format_names());
}

std::string footer() {
  std::string text = "Formats (see docs/report.md):\n";
  for (const Format &format : FORMATS)
    text += fmt::format("  {:<9} {}\n", format.name, format.text);
  return text + "\nExit codes: 0 no findings, 1 findings, 2 the command line or no such folder, 5 trouble\n";
}

// Nobody wants to type the folder if there is only one.
fs::path only_folder() {
  std::vector<std::string> found;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(DEFAULT_PARENT, failed))
    if (fs::exists(entry.path() / "campaign.json", failed))
      found.push_back(entry.path().string());
  if (found.size() == 1)
    return found.front();
  std::sort(found.begin(), found.end());
  std::string names;
  for (const std::string &name : found)
    names += (names.empty() ? "" : ", ") + name;
  throw results::BadRequest("braid report",
                            found.empty() ? "there is no results folder in ./braid-out"
                                          : "there are several results folders in ./braid-out",
                            found.empty() ? "Give the folder that braid run wrote; it names it at its end."
                                          : fmt::format("Give one of them: {}.", names));
}

void choose(report::FindingsReport &report, uint32_t number) {
  std::string numbers;
  for (const results::Finding &finding : report.findings)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(finding.number);
  std::erase_if(report.findings, [&](const results::Finding &finding) { return finding.number != number; });
  if (report.findings.empty())
    throw results::BadRequest(report.folder.string(), fmt::format("there is no finding {}", number),
                              numbers.empty() ? "There are none." : fmt::format("There are: {}.", numbers));
}

// The runner gives each step a file, to which all of its commands may add.
void add_to_step_summary(const report::FindingsReport &report) {
  const std::string file = variable("GITHUB_STEP_SUMMARY");
  if (file.empty())
    return;
  std::ofstream stream(file, std::ios::binary | std::ios::app);
  stream << report::findings_markdown(report) << "\n";
  stream.close();
  if (!stream)
    throw results::Error(file, "the summary of the step cannot be written",
                         "It is the value of GITHUB_STEP_SUMMARY; without it no summary is written.");
}

// It need not be there: results may come from another machine.
fs::path root_of(const Options &options) {
  return options.root.empty() && is_in_github_actions() ? variable("GITHUB_WORKSPACE") : options.root;
}

bool is_failure(const std::vector<results::Finding> &findings, const std::string &fail_on) {
  if (fail_on.empty())
    return !findings.empty();
  const results::FailOn kinds = fail_on_of(fail_on);
  return std::any_of(findings.begin(), findings.end(), [&](const results::Finding &finding) {
    return finding.confirmed && kinds.is_met_by(finding);
  });
}

int report_findings(const Options &options) {
  const fs::path folder = options.folder.empty() ? only_folder() : fs::path(options.folder);
  report::FindingsReport report = report::read_findings_report(folder, root_of(options));
  report.version = BRAID_VERSION;
  if (options.finding != 0)
    choose(report, options.finding);
  const std::string name = !options.format.empty() ? options.format : is_in_github_actions() ? "github" : "text";
  const bool is_file = !options.destination.empty() && options.destination != "-";
  const report::Palette palette(is_file ? options.color == "always" : wants_colours(options.color));
  const std::string text = find_format(name)->write(report, palette);
  if (is_file)
    results::write_file(options.destination, text);
  else
    fmt::print("{}", text);
  if (name == "github")
    add_to_step_summary(report);
  return is_failure(report.findings, options.fail_on) ? EXIT_FINDINGS : EXIT_DONE;
}

int run(const Options &options) {
  try {
    return report_findings(options);
  } catch (const results::BadRequest &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_USAGE;
  } catch (const results::Error &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_TROUBLE;
  }
}

} // namespace

void add_report_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App *command =
      app.add_subcommand("report", "Tell about the findings of braid run, to people or to other tools");
  command->add_option("RESULTS-FOLDER", options->folder,
                      "The folder that braid run wrote; may be left out if there is only\none in braid-out");
  command
      ->add_option("--format", options->format,
                   "How: " + format_names() + ";\ntext by default, in GitHub Actions github")
      ->option_text("NAME")
      ->check(CLI::Validator(check_format, ""));
  command->add_option("-o", options->destination, "Write to this file instead of standard output")
      ->option_text("FILE");
  command->add_option("--finding", options->finding, "Only this one")->option_text("N")->check(whole_number());
  command
      ->add_option("--fail-on", options->fail_on,
                   "Confirmed findings for which the exit code is 1, as for braid run;\nwithout it all that are "
                   "told count")
      ->option_text("KINDS")
      ->check(fail_on_words());
  command
      ->add_option(
          "--root", options->root,
          "Folder of the sources: sarif, junit, github and markdown name files\nfrom there. By default the one "
          "where braid run was started; in GitHub\nActions that of the repository")
      ->option_text("FOLDER");
  command->add_option("--color", options->color, "Colours: auto (the default), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
  command->footer(footer());
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
