#include "report/trace_text.h"

#include "report/library_name.h"
#include "report/source_lines.h"
#include "report/words.h"
#include "trace/answers.h"
#include "trace/check_list.h"
#include "trace/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <set>

namespace braid::report {

namespace {

using trace::Label;

class TraceText {
public:
  TraceText(std::ostream &out, const trace::View &view, const TraceDigest &digest, const RunFacts &facts,
            const TraceTextOptions &options)
      : out_(out), view_(view), digest_(digest), facts_(facts), options_(options), palette_(options.colours),
        lines_(facts.program), text_(view), locations_(view) {}

  void write() {
    damage();
    input();
    if (!digest_.anything_symbolic)
      nothing_symbolic();
    decisions();
    concretised();
    checks();
    losses();
    answers();
    remarks();
    totals();
    outcome();
    program_output("standard output", facts_.output, facts_.output_whole);
    program_output("standard error", facts_.errors, facts_.errors_whole);
  }

private:
  template <class... Arguments> void line(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    out_ << fmt::format(format, std::forward<Arguments>(arguments)...) << '\n';
  }
  void heading(std::string_view text) {
    line("{}", palette_.heading(text));
    last_place_.clear();
  }

  void damage() {
    if (view_.whole())
      return;
    heading(palette_.bad("the trace is damaged"));
    for (const trace::Problem &problem : view_.problems())
      line("  {}", problem.text());
    line("  The program wrote over it, most likely through a stray pointer. What follows is what came before.\n");
  }

  void input() {
    heading("input");
    for (const std::string &note : facts_.notes)
      line("  {}", note);
    constexpr size_t NARROWEST = 16, WIDEST = 40; // a column that a few long names do not push away
    size_t column = NARROWEST;
    for (uint32_t i = 0; i < digest_.sources.size(); i++)
      if (const size_t length = text_.names().source(i).size(); length <= WIDEST)
        column = std::max(column, length);
    for (uint32_t i = 0; i < digest_.sources.size(); i++) {
      const SourceUse &use = digest_.sources[i];
      const uint8_t flags = view_.sources()[i].flags;
      std::string what;
      if ((flags & BRAID_SOURCE_SYMBOLIC) == 0)
        what = fmt::format("{}, not symbolic", counted(use.bytes, "byte"));
      else if (use.bytes == 0)
        what = "empty";
      else if (use.labelled == 0)
        what = fmt::format("{}, {}", counted(use.bytes, "byte"),
                           use.used ? "read, but not by code that Braid follows"
                                    : "not read by code that Braid follows");
      else
        what = fmt::format("{} of {} used, {} in decisions", grouped(use.labelled), counted(use.bytes, "byte"),
                           grouped(use.deciding));
      line("  {:<{}} {}", text_.names().source(i), column, what);
    }
    line("");
  }

  // The most asked question about tools of this kind: it ran, and nothing came out. The causes that can be told
  // from the trace come first.
  void nothing_symbolic() {
    heading(palette_.warning("nothing was symbolic: no value in the program depended on the input"));
    const auto cause = [&](std::string_view text) { line("  - {}", text); };
    if (view_.readable() && !digest_.own_sites)
      cause("No code compiled with braid-cc works with data here. If the program does more than call other "
            "functions, it was linked with braid-cc but compiled with another compiler: compile it with braid-cc "
            "too.");
    bool unread = false, empty = false, swallowed = false;
    for (uint32_t i = 0; i < digest_.sources.size(); i++) {
      const SourceUse &use = digest_.sources[i];
      if ((view_.sources()[i].flags & BRAID_SOURCE_SYMBOLIC) == 0)
        continue;
      empty |= use.bytes == 0;
      unread |= !use.used;
      swallowed |= use.bytes != 0 && use.used;
    }
    if (empty)
      cause("The input was empty. Give some: echo hello | braid trace PROGRAM");
    if (unread)
      cause(
          "No code that Braid follows asked for this input. If the program reads a file, name it with --file "
          "PATH; "
          "if it looks at an argument, --arg-symbolic N; at an environment variable, --env NAME. If it does read "
          "this input, then in a part that was not compiled with braid-cc.");
    if (swallowed)
      cause("The input was read by code that is not instrumented. Compile the library that reads it with braid-cc "
            "too.");
    if (facts_.ending != "exited")
      cause("The program ended early: " + facts_.outcome + ".");
    cause("Whether everything works on this machine: braid doctor");
    line("");
  }

  // A line with the place, unless it is the place of the line before: several sites can be at one location.
  void place_line(const Place &place) {
    const std::string where = trace::place_text(view_, shown_site(place));
    if (where == last_place_)
      return;
    last_place_ = where;
    const braid_site &site = view_.site(shown_site(place));
    const std::string source = shortened(lines_.line(view_.file(site), site.line), 100);
    line("  {}{}{}", palette_.place(where), source.empty() ? "" : "   ",
         source.empty() ? "" : palette_.quiet(source));
  }

  std::string in_model(const Place &place) {
    const std::string name = library_name(view_, place);
    return name.empty() ? std::string() : fmt::format("in {}: ", name);
  }

  std::string truth(bool value) const { return value ? palette_.good("true") : palette_.bad("false"); }

  std::string decision_text(const braid_event &event) {
    const std::string condition = event.label != 0 ? text_.label(event.label) : "a condition without symbols";
    switch (event.kind) {
    case BRAID_EVENT_SWITCH: {
      const std::span<const uint64_t> cases = view_.cases(view_.site(event.site));
      std::string chosen = "default";
      if (event.extra != 0)
        chosen = event.extra <= cases.size() ? "case " + text_.constant(event.label, cases[event.extra - 1])
                                             : fmt::format("case number {}", event.extra);
      return fmt::format("switch ({})  →  {}", condition, palette_.good(chosen));
    }
    case BRAID_EVENT_BOUNDS:
      return fmt::format("within its object: {}  →  {}", condition, truth(event.flag != 0));
    case BRAID_EVENT_ASSUME:
      return fmt::format("assume {}  →  {}", condition, truth(event.flag != 0));
    default:
      return fmt::format("{}  →  {}", condition, truth(event.flag != 0));
    }
  }

  void decisions() {
    if (digest_.decisions.empty()) {
      if (digest_.anything_symbolic)
        line("{}\n", palette_.heading("no decision depended on the input"));
      return;
    }
    heading(
        fmt::format("decisions ({} at {})", grouped(digest_.decisions.size()), counted(digest_.places, "place")));
    const std::vector<bool> chosen = choose_decisions();
    gather_groups(chosen);
    uint64_t number = 0;
    for (const size_t event_number : digest_.decisions) {
      if (!chosen[number++])
        continue;
      const braid_event &event = view_.events()[event_number];
      const Place place = place_of(view_, event);
      place_line(place);
      line("  {:>6}  {}{}", grouped(number), in_model(place), decision_text(event));
      const Group &group = groups_.at(group_of(place));
      if (number == group.last_shown)
        more_of(group, group_of(place));
    }
    not_shown();
    line("");
  }

  // Decisions at one location, in one library function called there or in none: what the lines about decisions
  // left out count.
  using GroupKey = std::pair<uint32_t, std::string>; // location, name of the function
  struct Group {
    uint64_t all = 0, shown = 0, held = 0, switches = 0;
    uint64_t last_shown = 0; // number of a decision, from 1
  };

  const GroupKey &group_of(const Place &place) {
    const auto [entry, added] = group_keys_.try_emplace(place);
    if (added)
      entry->second = {locations_.of(place), library_name(view_, place)};
    return entry->second;
  }

  // The first few of each site, so that a loop does not hide the conditions beside it.
  std::vector<bool> choose_decisions() const {
    std::vector<bool> chosen(digest_.decisions.size(), true);
    if (options_.all)
      return chosen;
    std::map<Place, uint64_t> shown_at;
    uint64_t shown = 0;
    for (size_t i = 0; i < chosen.size(); i++) {
      uint64_t &here = shown_at[place_of(view_, view_.events()[digest_.decisions[i]])];
      chosen[i] = here < options_.repetitions && shown < options_.decisions;
      here += chosen[i];
      shown += chosen[i];
    }
    return chosen;
  }

  void gather_groups(const std::vector<bool> &chosen) {
    for (size_t i = 0; i < chosen.size(); i++) {
      const braid_event &event = view_.events()[digest_.decisions[i]];
      const GroupKey &key = group_of(place_of(view_, event));
      const auto [entry, added] = groups_.try_emplace(key);
      if (added)
        groups_at_[key.first]++;
      Group &group = entry->second;
      group.all++;
      group.switches += event.kind == BRAID_EVENT_SWITCH;
      group.held += event.kind != BRAID_EVENT_SWITCH && event.flag != 0;
      group.shown += chosen[i];
      if (chosen[i])
        group.last_shown = i + 1;
    }
  }

  void more_of(const Group &group, const GroupKey &key) {
    if (group.all == group.shown)
      return;
    std::string where = "at this place";
    if (groups_at_.at(key.first) > 1)
      where = key.second.empty() ? "outside of library functions" : "in " + key.second;
    std::string text = fmt::format("… {} more {}", grouped(group.all - group.shown), where);
    if (group.all != group.switches)
      text += fmt::format("; in all {} true, {} false", grouped(group.held),
                          grouped(group.all - group.switches - group.held));
    if (group.switches != 0 && group.all != group.switches)
      text += ", " + (group.switches == 1 ? std::string("1 switch") : grouped(group.switches) + " switches");
    line("          {}", palette_.quiet(text));
  }

  // Groups of which not even one decision is shown.
  void not_shown() {
    uint64_t hidden = 0;
    std::set<uint32_t> places;
    for (const auto &[key, group] : groups_)
      if (group.shown == 0) {
        hidden += group.all;
        places.insert(key.first);
      }
    if (hidden != 0)
      line("  {}", palette_.quiet(fmt::format("… and {} at {}, see --all", counted(hidden, "more decision"),
                                              counted(places.size(), "place"))));
  }

  static std::string times(uint64_t count) { return count == 1 ? "once" : grouped(count) + " times"; }

  void concretised() {
    if (digest_.concretised.empty())
      return;
    heading(fmt::format("made concrete ({} at {})", grouped(digest_.made_concrete),
                        counted(digest_.places_made_concrete, "place")));
    for (const Concretisation &entry : digest_.concretised) {
      std::string what;
      if (entry.kind == BRAID_EVENT_ADDRESS)
        what = fmt::format("address of a {} of {}", entry.flag ? "write" : "read", counted(entry.bytes, "byte"));
      else if (entry.kind == BRAID_EVENT_OBJECT)
        what = fmt::format("object that {} are in", counted(entry.bytes, "byte"));
      else if (entry.kind == BRAID_EVENT_TARGET)
        what = "target of a call or jump";
      else
        what = entry.flag ? "size of an allocation" : "length of a memory operation";
      place_line(entry.place);
      const uint64_t value = view_.node(entry.example).value;
      line("          {}{}, {}: {} = {}", in_model(entry.place), what, times(entry.count),
           text_.label(entry.example),
           entry.kind == BRAID_EVENT_LENGTH ? grouped(value) : fmt::format("{:#x}", value));
    }
    line("");
  }

  void checks() {
    if (digest_.checks.empty())
      return;
    heading(fmt::format("operations that can go wrong ({})", counted(digest_.checks.size(), "place")));
    for (const Check &check : digest_.checks) {
      place_line(check.place);
      line("          {}{}, {}{}{}", in_model(check.place), trace::CHECKS[check.kind].name, times(check.count),
           check.failed != 0 ? palette_.bad(fmt::format(", went wrong {}", times(check.failed))) : std::string(),
           check.example != 0 ? ": if " + text_.label(check.example) : std::string());
    }
    line("");
  }

  void losses() {
    if (digest_.losses.empty())
      return;
    heading(palette_.warning(
        fmt::format("symbols lost ({} at {})", grouped(digest_.lost), counted(digest_.places_lost, "place"))));
    for (const Loss &loss : digest_.losses) {
      place_line(loss.place);
      line("          {}{}, {}{}", in_model(loss.place), trace::lost_text(loss.reason), times(loss.count),
           loss.example != 0 ? ": " + text_.label(loss.example) : std::string());
    }
    line("");
  }

  // Other paths are possible with other answers.
  void answers() {
    if (digest_.asked.empty())
      return;
    heading(fmt::format("answered by the machine, not input ({})", counted(digest_.asked.size(), "place")));
    for (const uint32_t number : digest_.asked) {
      const std::string_view called = view_.called(view_.site(number));
      const trace::Answer *answer = trace::find_answer(called);
      place_line({number, 0});
      line("          {}{}()", answer != nullptr ? fmt::format("{}: ", trace::answer_text(answer->kind)) : "",
           plain_library_name(called));
    }
    line("");
  }

  void remarks() {
    std::vector<std::string> remarks;
    if (digest_.threads != 0)
      remarks.push_back(fmt::format("the program started {}", counted(digest_.threads, "thread")));
    if (digest_.forks != 0)
      remarks.push_back(
          fmt::format("the program made {}, not recorded",
                      digest_.forks == 1 ? "a child process" : grouped(digest_.forks) + " child processes"));
    if (view_.readable() && view_.header().refused_sites != 0)
      remarks.push_back(
          fmt::format("{} of the program did not fit into the trace: decisions there have no location",
                      counted(view_.header().refused_sites, "place")));
    for (const std::string &file : lines_.changed())
      remarks.push_back(file + " was changed after the program was built: the lines shown may be others");
    for (const trace::Mismatch &mismatch : digest_.mismatches)
      if (mismatch.kind != trace::Mismatch::Kind::READ)
        remarks.push_back(palette_.bad("self-check: ") + mismatch.text);
    if (remarks.empty())
      return;
    heading("remarks");
    for (const std::string &remark : remarks)
      line("  {}", remark);
    line("");
  }

  void totals() {
    uint64_t symbolic = 0, deciding = 0;
    for (const SourceUse &use : digest_.sources) {
      symbolic += use.labelled;
      deciding += use.deciding;
    }
    heading("totals");
    line("  {}, {} of them in decisions", counted(symbolic, "symbolic byte"), grouped(deciding));
    line("  {}, {}", counted(view_.nodes().empty() ? 0 : view_.nodes().size() - 1, "expression"),
         counted(view_.events().size(), "event"));
    line("  {} at {}", counted(digest_.decisions.size(), "decision"), counted(digest_.places, "place"));
    line("  {} lost, {} made concrete", counted(digest_.lost, "symbol"), grouped(digest_.made_concrete));
    std::string memory = fmt::format("memory: {} of trace", memory_size(digest_.trace_bytes));
    if (view_.readable())
      memory += fmt::format(", {} of shadow memory, {} of hash table", memory_size(view_.header().shadow_bytes),
                            memory_size(view_.header().table_bytes));
    line("  {}\n", memory);
  }

  void outcome() {
    line("{} {} after {}", palette_.heading("outcome"), facts_.outcome, duration(facts_.seconds));
    for (const std::string &limit : facts_.limits)
      line("  {}", palette_.warning(limit));
  }

  void program_output(std::string_view name, std::string_view text, bool whole) {
    if (text.empty())
      return;
    line("");
    heading(fmt::format("{} of the program ({}{})", name, whole ? "" : "first ", counted(text.size(), "byte")));
    size_t lines = 0;
    while (!text.empty()) {
      if (!options_.all && lines++ == options_.output_lines) {
        line("  {}", palette_.quiet(fmt::format("… {}{} more, see --all", whole ? "" : "at least ",
                                                counted(text.size(), "byte"))));
        return;
      }
      const size_t end = std::min(text.find('\n'), text.size());
      const std::string shown = terminal_text(text.substr(0, end));
      line("  {} {}", palette_.quiet("|"), options_.all ? shown : shortened(shown, 200));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!whole)
      line("  {}", palette_.quiet("… more was written and not kept, see --all"));
  }

  std::ostream &out_;
  const trace::View &view_;
  const TraceDigest &digest_;
  const RunFacts &facts_;
  const TraceTextOptions &options_;
  Palette palette_;
  SourceLines lines_;
  trace::LabelText text_;
  std::string last_place_;
  Locations locations_;
  std::map<Place, GroupKey> group_keys_;
  std::map<GroupKey, Group> groups_;
  std::map<uint32_t, unsigned> groups_at_; // location: how many groups it has
};

} // namespace

void write_trace_text(std::ostream &out, const trace::View &view, const TraceDigest &digest, const RunFacts &facts,
                      const TraceTextOptions &options) {
  TraceText(out, view, digest, facts, options).write();
}

} // namespace braid::report
