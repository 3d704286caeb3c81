#include "report/finding_text.h"

#include "report/input_text.h"
#include "report/sanitizer_digest.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::report {

namespace {

constexpr uint32_t AROUND = 2; // lines of the source before and behind the place
constexpr size_t DECISIONS = 12;
constexpr size_t MATTERS = 12;
constexpr size_t INPUT_LINES = 8;
constexpr size_t SANITIZER_LINES = 14;
constexpr size_t CONDITION = 100; // columns

class FindingText {
public:
  FindingText(const results::Finding &finding, SourceLines &sources, const Palette &palette)
      : finding_(finding), sources_(sources), palette_(palette) {}

  std::string text() {
    heading();
    source();
    inputs();
    matters();
    decisions();
    sanitizer();
    stack();
    reproduction();
    return std::move(out_);
  }

private:
  template <class... Values> void line(fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    out_ += '\n';
  }
  void part(std::string_view name) {
    out_ += '\n';
    line("  {}", palette_.heading(name));
  }

  void heading() {
    const bool is_sure = finding_.confirmed;
    const std::string kind = kind_text(finding_);
    line("{}  {}{} {} {}", finding_.number, is_sure ? "" : palette_.warning("NOT CONFIRMED: "),
         is_sure ? palette_.bad(kind) : palette_.warning(kind), finding_.place_is_exact ? "at" : "after",
         palette_.place(terminal_text(place_text(finding_.place))));
    line("   {}", terminal_text(finding_.title));
    if (!finding_.message.empty() && finding_.message != finding_.title)
      line("   {}", one_line(finding_.message));
    line("   {}{}{}",
         is_sure ? confirmation_text(finding_)
                 : palette_.warning("not confirmed: " + one_line(finding_.not_confirmed_because)),
         finding_.test != 0 ? fmt::format("; test {}", finding_.test) : "",
         finding_.runs != 0 ? fmt::format(", {}", counted(finding_.runs, "run")) : "");
    if (!finding_.place_is_exact)
      line("   {}", palette_.quiet(inexact_note(finding_)));
  }

  void source() {
    const std::vector<std::string> lines = source_excerpt(finding_.place, sources_, palette_);
    if (lines.empty())
      return;
    out_ += '\n';
    for (const std::string &each : lines)
      line("{}", each);
    const std::vector<std::string> &changed = sources_.changed();
    if (std::find(changed.begin(), changed.end(), finding_.place.file) != changed.end())
      line("  {}", palette_.warning("the file is newer than the program: its lines may have moved"));
  }

  void inputs() {
    if (finding_.inputs.empty())
      return;
    part("input");
    for (const results::Input &input : finding_.inputs) {
      const std::vector<std::string> lines = input_lines(input, INPUT_LINES);
      line("    {}, {}{}{}", terminal_text(input.name), counted(input.bytes.size(), "byte"),
           input.bytes.empty() ? "" : ": ", lines.size() == 1 && !input.bytes.empty() ? lines.front() : "");
      if (lines.size() > 1)
        for (const std::string &each : lines)
          line("      {}", each);
    }
  }

  void matters() {
    if (finding_.matters.empty())
      return;
    part("bytes that matter");
    const size_t count = finding_.matters.size(), shown = count > MATTERS ? MATTERS - 1 : count;
    for (size_t i = 0; i < shown; i++) {
      const results::Matter &matter = finding_.matters[i];
      const std::string text = !matter.condition.empty() ? matter.condition
                               : matter.first == matter.last
                                   ? fmt::format("{}[{}]", matter.input, matter.first)
                                   : fmt::format("{}[{}..{}]", matter.input, matter.first, matter.last);
      line("    {}{}", shortened(one_line(text), CONDITION),
           matter.is_needed ? "" : palette_.quiet("  (on this path)"));
    }
    if (shown < count)
      line("    {}", palette_.quiet(fmt::format("… {}", counted(count - shown, "more condition"))));
    if (finding_.alike != 0)
      line("    {}",
           palette_.quiet(finding_.alike == 1
                              ? "one other input for which this holds was run, and shows it, too"
                              : fmt::format("{} other inputs for which this holds were run, and all show it",
                                            finding_.alike)));
  }

  void decision(size_t number, size_t width) {
    const results::Decision &decision = finding_.decisions[number];
    line("    {:>3}  {:<{}}  {}  →  {}{}", number + 1, terminal_text(place_text(decision.place)), width,
         shortened(one_line(decision.condition), CONDITION), decision.taken ? "true" : "false",
         decision.times == 1
             ? ""
             : palette_.quiet(fmt::format("  (and {} like it)", counted(decision.times - 1, "time"))));
  }

  void decisions() {
    const size_t count = finding_.decisions.size();
    if (count == 0)
      return;
    part(fmt::format("path ({})", counted(count, "decision")));
    const bool is_cut = count > DECISIONS;
    const size_t first = is_cut ? DECISIONS / 2 : count, last = is_cut ? count - DECISIONS / 2 : count;
    size_t width = 0;
    for (size_t i = 0; i < count; i++)
      if (i < first || i >= last)
        width = std::max(width, terminal_text(place_text(finding_.decisions[i].place)).size());
    for (size_t i = 0; i < first; i++)
      decision(i, width);
    if (is_cut)
      line("         {}", palette_.quiet(fmt::format("… {}", counted(last - first, "more decision"))));
    for (size_t i = last; i < count; i++)
      decision(i, width);
  }

  void sanitizer() {
    const std::vector<std::string> lines = sanitizer_digest(finding_.sanitizer, SANITIZER_LINES);
    if (lines.empty())
      return;
    part("what the sanitizer says");
    for (const std::string &each : lines)
      line("    {}", each);
  }

  // The sanitizer's own stacks say more.
  void stack() {
    if (finding_.stack.empty() || !sanitizer_digest(finding_.sanitizer, 1).empty())
      return;
    part("calls");
    for (const results::Location &frame : finding_.stack)
      line("    {}", terminal_text(place_text(frame)));
  }

  void reproduction() {
    const std::vector<std::string> lines = reproduction_lines(finding_);
    if (lines.empty())
      return;
    part("see it again");
    for (const std::string &each : lines)
      line("    {}", terminal_text(each));
  }

  const results::Finding &finding_;
  SourceLines &sources_;
  const Palette &palette_;
  std::string out_;
};

} // namespace

std::vector<std::string> source_excerpt(const results::Location &place, SourceLines &sources,
                                        const Palette &palette) {
  std::vector<std::string> lines;
  if (place.line == 0 || !sources.has_line(place.file, place.line))
    return lines;
  const uint32_t first = place.line > AROUND ? place.line - AROUND : 1;
  const size_t width = std::to_string(place.line + AROUND).size();
  for (uint32_t number = first; number <= place.line + AROUND && sources.has_line(place.file, number); number++) {
    const std::string text = sources.whole_line(place.file, number);
    const bool is_it = number == place.line;
    std::string shown = fmt::format("  {} {:>{}} | {}", is_it ? ">" : " ", number, width, text);
    shown.resize(shown.find_last_not_of(' ') + 1);
    lines.push_back(is_it ? palette.heading(shown) : palette.quiet(shown));
    if (is_it && place.column != 0 && place.column <= text.size() + 1)
      lines.push_back(fmt::format("    {:>{}} | {}{}", "", width,
                                  std::string(characters_before(text, place.column), ' '), palette.bad("^")));
  }
  return lines;
}

std::vector<std::string> reproduction_lines(const results::Finding &finding) {
  std::vector<std::string> lines;
  const results::Reproduction &how = finding.reproduce;
  if (!how.script.empty())
    lines.push_back(fmt::format("sh {}", shell_word((finding.folder / how.script).string())));
  std::string build;
  for (const std::string &word : how.build) {
    build += build.empty() ? "" : " ";
    build += shell_word(word);
  }
  if (!how.script.empty() && (!build.empty() || !how.run.empty()))
    lines.push_back(fmt::format("which is, in {}:", finding.folder.string()));
  const std::string indentation = how.script.empty() ? "" : "  ";
  if (!build.empty())
    lines.push_back(indentation + build);
  if (!how.run.empty())
    lines.push_back(indentation + how.run);
  if (lines.empty() && !finding.folder.empty())
    lines.push_back(fmt::format("braid replay {}", shell_word((finding.folder / "test.json").string())));
  return lines;
}

std::string finding_text(const results::Finding &finding, SourceLines &sources, const Palette &palette) {
  return FindingText(finding, sources, palette).text();
}

std::string findings_count(const std::vector<results::Finding> &findings) {
  const auto unsure =
      std::count_if(findings.begin(), findings.end(), [](const auto &each) { return !each.confirmed; });
  std::string text = findings.empty() ? "no findings" : counted(findings.size(), "finding");
  if (unsure != 0)
    text +=
        size_t(unsure) == findings.size() ? ", not confirmed" : fmt::format(", {} of them not confirmed", unsure);
  return text;
}

std::string findings_text(const FindingsReport &report, const Palette &palette) {
  SourceLines sources(report.campaign.program, report.campaign.folder);
  std::string text;
  for (const results::Finding &finding : report.findings)
    text += finding_text(finding, sources, palette) + "\n";
  return text +
         fmt::format("{} in {}\n", palette.heading(findings_count(report.findings)), report.folder.string());
}

} // namespace braid::report
