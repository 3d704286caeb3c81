#include "cli/run_command.h"

#include "campaign/campaign.h"
#include "cli/exit_codes.h"
#include "cli/fail_on_option.h"
#include "cli/option_values.h"
#include "cli/program_arguments.h"
#include "cli/run_options.h"
#include "report/run_events.h"
#include "report/run_progress.h"
#include "report/run_summary.h"
#include "target/error.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace braid::cli {

namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t interrupted = 0;

// The first signal ends the exploration in order; a second one has its usual effect.
void note_signal(int number) {
  interrupted = 1;
  std::signal(number, SIG_DFL);
}

report::RunProgress::Style progress_style(const RunOptions &options) {
  if (options.quiet || options.json)
    return report::RunProgress::Style::NONE;
  const char *terminal = std::getenv("TERM");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDERR_FILENO) != 0 && !is_dumb ? report::RunProgress::Style::LIVE
                                                : report::RunProgress::Style::LINES;
}

// It agrees with the last sentence of the report.
int exit_code_of(const campaign::Summary &summary, const results::FailOn &fail_on) {
  if (summary.stop == explore::Stop::ERROR)
    return EXIT_TROUBLE;
  if (std::any_of(summary.findings.begin(), summary.findings.end(),
                  [&](const results::Finding &finding) { return fail_on.is_met_by(finding); }))
    return EXIT_FINDINGS;
  if (summary.is_nothing_symbolic())
    return EXIT_NOTHING_SYMBOLIC;
  return summary.is_complete ? EXIT_DONE : EXIT_INCOMPLETE;
}

int explore(const RunOptions &options) {
  campaign::Settings settings = settings_of(options);
  if (!settings.files->note().empty() && !options.quiet)
    fmt::print(stderr, "braid: {}\n", settings.files->note());
  const std::string title = options.files.front();
  const fs::path folder = settings.folder;
  const std::string proof_note = settings.proof_note, strategy = settings.exploration.strategy;
  report::RunEvents events(std::cout);
  if (options.json)
    settings.on_finding = [&](const results::Finding &finding) { events.finding(finding); };
  campaign::Campaign campaign(std::move(settings));
  const target::Protection &protection = campaign.protection();
  if (options.json)
    events.begin(title, folder.string());
  if (options.json && protection.level != target::Protection::Level::FULL)
    fmt::print(stderr, "braid: {}\n", protection.text());
  if (options.json && !proof_note.empty())
    fmt::print(stderr, "braid: {}\n", proof_note);
  if (!campaign.note().empty() && !options.quiet)
    fmt::print(stderr, "braid: {}\n", campaign.note());
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
  std::signal(SIGPIPE, SIG_IGN); // a program that is gone is noticed where it is written to
  report::RunProgress progress(progress_style(options), title);
  const campaign::Summary summary = campaign.run([&](const campaign::Snapshot &now) {
    if (interrupted != 0)
      campaign.stop(explore::Stop::INTERRUPTED);
    progress.show(now);
    if (options.json)
      events.progress(now);
  });
  progress.clear();
  if (options.json) {
    events.end(summary);
  } else if (!options.quiet && (summary.stop != explore::Stop::ERROR || summary.last.statistics.runs != 0)) {
    const report::Palette palette(wants_colours(options.color));
    fmt::print("{}", report::run_summary(summary, campaign.sites(), {title, folder, strategy, protection.text()},
                                         palette));
  }
  if (options.solver.statistics) {
    SolverStatistics statistics;
    for (const auto &[name, sums] : summary.layers)
      statistics.add(name, sums);
    fmt::print(stderr, "{}", statistics.table());
  }
  if (summary.stop == explore::Stop::ERROR)
    fmt::print(stderr, "braid: {}\n", summary.error);
  return exit_code_of(summary, fail_on_of(options.fail_on));
}

int run(const RunOptions &options) {
  try {
    return explore(options);
  } catch (const UsageError &error) {
    fmt::print(stderr, "braid: {}\nMore: braid run --help\n", error.text);
    return EXIT_USAGE;
  } catch (const target::Error &error) {
    fmt::print(stderr, "braid: {}\n", error.what());
    return EXIT_TROUBLE;
  }
}

} // namespace

void add_run_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = app.add_subcommand(
      "run", "Explore a program: find an input for every path through it.\n"
             "FILE is a C or C++ source, several of them, or a program built with braid-cc.\n"
             "What follows -- goes to the program; @@ there becomes the name of a file that is\n"
             "explored as input. Results are in braid-out/NAME; the same command goes on where\n"
             "it was stopped. Options that a project always needs can stand in braid.toml.");
  add_run_options(*command, *options);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
