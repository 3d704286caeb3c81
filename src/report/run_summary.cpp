#include "report/run_summary.h"

#include "trace/names.h"

#include <fmt/format.h>

namespace braid::report {

namespace {

constexpr size_t PLACES = 3; // shown of each kind of obstacle

class RunSummary {
public:
  RunSummary(const campaign::Summary &summary, const explore::SiteTable &sites, const RunFolderFacts &facts,
             const Palette &palette)
      : summary_(summary), sites_(sites), facts_(facts), palette_(palette) {}

  std::string text() {
    const explore::Statistics &counts = summary_.last.statistics;
    line("{} explored in {}: {}, {}", palette_.heading(facts_.title),
         duration(std::chrono::duration<double>(summary_.last.elapsed).count()), counted(counts.paths, "path"),
         counted(counts.runs, "run"));
    if (!summary_.anything_symbolic && summary_.stop != explore::Stop::ERROR) {
      nothing_symbolic();
      return std::move(out_);
    }
    input();
    covered();
    findings();
    claim();
    next();
    return std::move(out_);
  }

private:
  template <class... Values> void line(fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    out_ += '\n';
  }

  void nothing_symbolic() {
    line("");
    line("{}", palette_.bad("Nothing was symbolic: no value in the program depended on its input."));
    line("  What was offered as input:");
    for (const auto &[name, bytes] : summary_.inputs)
      line("    {}", name);
    if (summary_.inputs.empty())
      line("    nothing");
    line("  Does the program read it? Other input is offered by --stdin N, --arg N, --file PATH, --env NAME, by "
         "@@ in");
    line("  the program's arguments for a file, and by marks in the program (braid_symbolic of braid.h).");
    line("  What one run does with its input: braid trace PROGRAM");
  }

  void input() {
    line("");
    line("{}", palette_.heading("input"));
    bool is_any_used = false;
    for (const auto &[name, bytes] : summary_.inputs)
      is_any_used = is_any_used || bytes != 0;
    for (const auto &[name, bytes] : summary_.inputs)
      if (bytes != 0 || !is_any_used) // what was offered and never asked for stays empty
        line("  {:<18} up to {}", name, counted(bytes, "byte"));
  }

  void covered() {
    line("");
    line("{}", palette_.heading("covered"));
    line("  {} of {} ways at places where a decision depends on input", grouped(summary_.last.covered),
         grouped(summary_.last.known_ways));
    const explore::Statistics &counts = summary_.last.statistics;
    const double time = std::chrono::duration<double>(summary_.last.elapsed).count() * summary_.last.jobs;
    if (counts.queries != 0)
      line("  {} queries: {} had a solution, {} had none, {} stayed open; {:.0f} % of the time",
           grouped(counts.queries), grouped(counts.satisfiable), grouped(counts.unsatisfiable),
           grouped(counts.unknown),
           time == 0 ? 0 : 100 * std::chrono::duration<double>(counts.solver_time).count() / time);
  }

  void findings() {
    line("");
    line("{}", palette_.heading(fmt::format("findings ({})", summary_.findings.size())));
    if (summary_.findings.empty())
      line("  none: no run crashed, aborted or hung");
    for (size_t i = 0; i < summary_.findings.size(); i++) {
      const campaign::Finding &finding = summary_.findings[i];
      line("  {:<3}{} {}{}", i + 1, palette_.bad(campaign::finding_name(finding.kind)),
           finding.place.empty() ? ""
           : finding.is_exact    ? "at "
                                 : "after ",
           palette_.place(finding.place));
      line("     {}; {}; test {}", terminal_text(finding.message), counted(finding.runs, "run"), finding.test + 1);
    }
  }

  void claim() {
    line("");
    if (summary_.is_complete) {
      line("{}", palette_.good("All paths were explored."));
      return;
    }
    line("{}", palette_.warning("Not all paths were explored, or it is not sure that they were:"));
    switch (summary_.stop) {
    case explore::Stop::TIME:
      line("  stopped by --time-limit; {} still waiting", counted(summary_.last.waiting, "decision"));
      break;
    case explore::Stop::RUNS:
      line("  stopped by --max-runs; {} still waiting", counted(summary_.last.waiting, "decision"));
      break;
    case explore::Stop::FINDINGS:
      line("  stopped by --max-findings; {} still waiting", counted(summary_.last.waiting, "decision"));
      break;
    case explore::Stop::MEMORY:
      line("  stopped by --memory-limit; {} still waiting", counted(summary_.last.waiting, "decision"));
      break;
    case explore::Stop::INTERRUPTED:
      line("  interrupted; {} still waiting (the same command goes on)",
           counted(summary_.last.waiting, "decision"));
      break;
    case explore::Stop::ERROR:
      line("  ended by an error: {}", summary_.error);
      break;
    case explore::Stop::DONE:
      break;
    }
    obstacles();
  }

  void obstacles() {
    size_t shown = 0, hidden = 0;
    explore::Obstacle kind = explore::Obstacle::COUNT;
    const auto more = [&] {
      if (hidden != 0)
        line("      and at {}", counted(hidden, "more place"));
      hidden = 0;
    };
    for (const explore::Obstacles::Entry &entry : summary_.obstacles) {
      if (entry.kind != kind) {
        more();
        kind = entry.kind;
        shown = 0;
        line("  {}", explore::obstacle_text(kind));
      }
      if (shown++ >= PLACES) {
        hidden++;
        continue;
      }
      line("      {}{}, {}", palette_.place(sites_[entry.place].text()),
           entry.detail.empty() ? "" : ": " + entry.detail,
           entry.count == 1 ? "once" : counted(entry.count, "time"));
    }
    more();
  }

  void next() {
    line("");
    line("{}", palette_.heading("results"));
    line("  {}", palette_.place(facts_.folder.string()));
    if (!summary_.findings.empty())
      line("  run a finding again: braid replay {}",
           (facts_.folder / "tests" / fmt::format("{:06}.json", summary_.findings.front().test + 1)).string());
  }

  const campaign::Summary &summary_;
  const explore::SiteTable &sites_;
  const RunFolderFacts &facts_;
  const Palette &palette_;
  std::string out_;
};

} // namespace

std::string run_summary(const campaign::Summary &summary, const explore::SiteTable &sites,
                        const RunFolderFacts &facts, const Palette &palette) {
  return RunSummary(summary, sites, facts, palette).text();
}

} // namespace braid::report
