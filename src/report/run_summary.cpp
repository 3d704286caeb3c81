#include "report/run_summary.h"

#include "report/findings.h"
#include "report/library_name.h"
#include "trace/answers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace braid::report {

namespace {

constexpr size_t PLACES = 3; // shown of each kind of obstacle

constexpr std::pair<explore::Stop, const char *> STOPS[] = {
    {explore::Stop::TIME, "stopped by --time-limit"},
    {explore::Stop::RUNS, "stopped by --max-runs"},
    {explore::Stop::FINDINGS, "stopped by --max-findings"},
    {explore::Stop::MEMORY, "stopped by --memory-limit"},
    {explore::Stop::INTERRUPTED, "interrupted"},
};

class RunSummary {
public:
  RunSummary(const campaign::Summary &summary, const explore::SiteTable &sites, const RunFolderFacts &facts,
             const Palette &palette)
      : summary_(summary), sites_(sites), facts_(facts), palette_(palette) {}

  std::string text() {
    const explore::Statistics &counts = summary_.last.statistics;
    const auto seconds = [](std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); };
    const std::chrono::nanoseconds now = summary_.last.elapsed - summary_.last.earlier;
    line("{} explored in {}{}: {}{}, {}", palette_.heading(terminal_text(facts_.title)),
         duration(seconds(summary_.last.elapsed)),
         summary_.processes > 1 ? fmt::format(" ({} of it now)", duration(seconds(now))) : "",
         counted(counts.paths, "path"),
         counts.merged != 0 ? fmt::format(", {} merged", grouped(counts.merged)) : "",
         counted(counts.runs, "run"));
    if (!facts_.unprotected.empty())
      line("{}", palette_.warning(fmt::format("{} (docs/sandbox.md)", terminal_text(facts_.unprotected))));
    if (summary_.is_nothing_symbolic()) {
      if (!summary_.findings.empty())
        findings();
      nothing_symbolic();
      if (!summary_.findings.empty())
        next();
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
    line("  {} of {} ways of the program's branches and switches", grouped(summary_.last.covered),
         grouped(summary_.last.ways));
    if (summary_.last.unwatched != 0)
      line("  {} more could not be watched: the program has too many", counted(summary_.last.unwatched, "way"));
    const explore::Statistics &counts = summary_.last.statistics;
    const double time = std::chrono::duration<double>(summary_.last.elapsed).count() * summary_.last.jobs;
    if (counts.queries != 0)
      line("  {} {}: {} had a solution, {} had none, {} stayed open; {:.0f} % of the time",
           grouped(counts.queries), counts.queries == 1 ? "query" : "queries", grouped(counts.satisfiable),
           grouped(counts.unsatisfiable), grouped(counts.unknown),
           time == 0 ? 0 : 100 * std::chrono::duration<double>(counts.solver_time).count() / time);
    if (counts.excluded != 0)
      line("  {} {} shut by the decisions before them, without a query", grouped(counts.excluded),
           counts.excluded == 1 ? "way was" : "ways were");
  }

  void findings() {
    line("");
    line("{}", palette_.heading(fmt::format("findings ({})", summary_.findings.size())));
    if (summary_.findings.empty())
      line("  none: no run {}crashed, aborted or hung",
           summary_.is_proving ? "on the build with sanitizers showed an error, " : "");
    for (const results::Finding &finding : summary_.findings) {
      line("  {:<3}{} {}{}", finding.number, palette_.bad(finding.kind_name()),
           finding.place_is_exact ? "at " : "after ", palette_.place(place_text(finding.place)));
      line("     {}; {}{}", terminal_text(finding.message), counted(finding.runs, "run"),
           finding.test != 0 ? fmt::format("; test {}", finding.test) : "");
    }
    if (!summary_.proof_note.empty())
      line("  {}", palette_.warning(terminal_text(summary_.proof_note)));
    if (summary_.not_proved != 0)
      line("  {} not run on the build with sanitizers (--proof-time, --time-limit)",
           summary_.not_proved == 1 ? "1 path was" : grouped(summary_.not_proved) + " paths were");
    for (const auto &[reason, count] : summary_.not_checked)
      line("  {}",
           palette_.warning(fmt::format("not checked in {}: {}", counted(count, "run"), terminal_text(reason))));
    suspects();
  }

  void suspects() {
    constexpr size_t MOST = 8;
    const std::vector<results::Finding> &all = summary_.not_confirmed;
    if (all.empty())
      return;
    line("");
    line("{}", palette_.heading(fmt::format("not confirmed ({})", all.size())));
    line("  the solver has inputs for these, and no run showed an error: they are no findings");
    for (size_t i = 0; i < all.size() && i < MOST; i++)
      line("  {:<3}{} at {}", all[i].number, all[i].title, palette_.place(place_text(all[i].place)));
    if (all.size() > MOST)
      line("  {} more are in the folder of results", all.size() - MOST);
  }

  // What is true of a complete exploration.
  std::string_view claim_text() const {
    switch (summary_.goal) {
    case explore::CoverageGoal::BRANCH:
      return "Every way that some input goes was gone";
    case explore::CoverageGoal::ERROR_BRANCH:
      return "Every way that some input goes was gone, and every error that was asked about was met";
    case explore::CoverageGoal::CONTEXT:
      return "Every place was reached in every state that matters there";
    default:
      return "All paths were explored";
    }
  }

  void claim() {
    line("");
    if (summary_.is_complete) {
      line("{}",
           palette_.good(fmt::format("{}{}", claim_text(),
                                     summary_.asked.empty() ? "." : ", for the answers that the machine gave:")));
      answers();
      if (!summary_.error.empty())
        line("{}", palette_.warning("But not all results could be written: " + summary_.error));
      return;
    }
    line("{}", palette_.warning(summary_.goal == explore::CoverageGoal::PATH
                                    ? "Not all paths were explored, or it is not sure that they were:"
                                    : "Not everything was explored, or it is not sure that it was:"));
    if (summary_.stop == explore::Stop::ERROR)
      line("  ended by an error: {}", summary_.error);
    for (const auto &[stop, text] : STOPS)
      if (stop == summary_.stop)
        line("  {}; {} still waiting{}", text, counted(summary_.last.waiting, "decision"),
             stop == explore::Stop::INTERRUPTED ? " (the same command goes on)" : "");
    other_strategy();
    if (summary_.not_again != 0)
      line("  before {} of earlier processes had been run again; nothing is lost, and the same command goes on",
           counted(summary_.not_again, "test"));
    obstacles();
    if (!summary_.asked.empty())
      line("  what was explored holds for the answers that the machine gave");
    answers();
  }

  // Depth-first finishes one part of the program before it looks at the next.
  void other_strategy() {
    constexpr uint64_t MUCH = 100;
    const bool is_stopped = summary_.stop == explore::Stop::TIME || summary_.stop == explore::Stop::RUNS;
    if (is_stopped && facts_.strategy == "depth-first" && summary_.last.waiting >= MUCH &&
        summary_.last.covered < summary_.last.ways)
      line("  depth-first has seen one part of the program; --strategy mixture, generational or coverage see more "
           "of "
           "it early");
  }

  // What the program asked, and how that could be made input instead.
  void answers() {
    std::vector<std::pair<std::string, std::vector<explore::Site>>>
        functions; // in the order of their first places
    for (const explore::Site site : summary_.asked) {
      const std::string &called = sites_[site].called;
      auto known =
          std::find_if(functions.begin(), functions.end(), [&](auto &each) { return each.first == called; });
      if (known == functions.end())
        known = functions.insert(known, {called, {}});
      known->second.push_back(site);
    }
    std::string numbers;
    bool is_variable = false, is_file = false;
    for (const auto &[called, places] : functions) {
      const trace::Answer *answer = trace::find_answer(called);
      if (answer == nullptr) // from a program that another version built
        continue;
      std::string text = fmt::format("{}: {}()", trace::answer_text(answer->kind), plain_library_name(called));
      for (size_t i = 0; i < std::min(places.size(), PLACES); i++)
        text += (i == 0 ? " at " : ", ") + palette_.place(sites_[places[i]].text());
      if (places.size() > PLACES)
        text += fmt::format(" and at {}", counted(places.size() - PLACES, "more place"));
      line("      {}", text);
      if (answer->is_number)
        numbers += (numbers.empty() ? "" : ",") + called;
      is_variable = is_variable || answer->kind == trace::AnswerKind::ENVIRONMENT;
      is_file = is_file || answer->kind == trace::AnswerKind::FILES;
    }
    if (!numbers.empty())
      line("  numbers become input when the program is compiled with --braid-input={}", numbers);
    if (is_variable)
      line("  a variable of the environment becomes input with --env NAME");
    if (is_file)
      line("  a file becomes input with --file PATH");
  }

  struct Obstacle {
    explore::Obstacle kind;
    std::string place, detail;
    uint64_t count;
    uint32_t test;
  };

  // With the column where several places are on one line. Copies of one place in the source, as inlining makes
  // them, are one.
  std::vector<Obstacle> places_of_obstacles() const {
    std::map<std::string, std::set<uint32_t>> columns; // of each line
    for (const explore::Obstacles::Entry &entry : summary_.obstacles)
      columns[sites_[entry.place].text()].insert(sites_[entry.place].column);
    std::vector<Obstacle> all;
    for (const explore::Obstacles::Entry &entry : summary_.obstacles) {
      const explore::SiteFacts &site = sites_[entry.place];
      const std::string place = site.text(columns[site.text()].size() > 1);
      const auto same = std::find_if(all.begin(), all.end(), [&](const Obstacle &other) {
        return other.kind == entry.kind && other.place == place && other.detail == entry.detail;
      });
      if (same == all.end()) {
        all.push_back({entry.kind, place, entry.detail, entry.count, entry.test});
        continue;
      }
      same->count += entry.count;
      same->test = std::min(same->test, entry.test);
    }
    return all;
  }

  void obstacles() {
    size_t shown = 0, hidden = 0;
    explore::Obstacle kind = explore::Obstacle::COUNT;
    const auto more = [&] {
      if (hidden != 0)
        line("      and at {}", counted(hidden, "more place"));
      hidden = 0;
    };
    for (const Obstacle &entry : places_of_obstacles()) {
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
      line("      {}{}, {}{}", palette_.place(entry.place),
           entry.detail.empty() ? "" : ": " + terminal_text(entry.detail),
           entry.count == 1 ? "once" : counted(entry.count, "time"),
           entry.test == 0    ? ""
           : entry.count == 1 ? fmt::format(": test {}", entry.test)
                              : fmt::format(", first in test {}", entry.test));
    }
    more();
  }

  void next() {
    line("");
    line("{}", palette_.heading("results"));
    line("  {}", palette_.place(facts_.folder.string()));
    if (!summary_.findings.empty())
      line("  run a finding again: braid replay {}",
           shell_word((facts_.folder / "findings" / results::folder_name(summary_.findings.front())).string()));
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
