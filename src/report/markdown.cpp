#include "report/markdown.h"

#include "report/finding_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::report {

namespace {

// The longest sequence of this character.
size_t longest_run(std::string_view text, char character) {
  size_t longest = 0, now = 0;
  for (const char each : text) {
    now = each == character ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return longest;
}

std::string first_line(const FindingsReport &report) {
  std::string text =
      fmt::format("## Braid: {} in {}\n\n", findings_count(report.findings), markdown_code(report.title()));
  if (!report.figures)
    return text + "The exploration has not ended.\n";
  return text +
         fmt::format("{}, {} in {}. {}\n", counted(report.figures->paths, "path"),
                     counted(report.figures->runs, "run"), duration(report.figures->seconds),
                     report.figures->is_complete ? "All paths were explored." : "Not all paths were explored.");
}

std::string row(const FindingsReport &report, const results::Finding &finding) {
  results::Location place = finding.place;
  if (!place.file.empty())
    place.file = file_from_root(report, place.file);
  return fmt::format("| {} | {}{} | {}{} | {} | {} |\n", finding.number, markdown_code(finding.kind_name()),
                     finding.cwe != 0
                         ? fmt::format(" [CWE-{0}](https://cwe.mitre.org/data/definitions/{0}.html)", finding.cwe)
                         : "",
                     finding.place_is_exact ? "" : "after ", markdown_code(place_text(place)),
                     markdown_text(one_line(finding.message)),
                     finding.confirmed ? markdown_text(finding.confirmed_by) : "**not confirmed**");
}

} // namespace

std::string markdown_text(std::string_view text) {
  static constexpr std::string_view SPECIAL = "\\`*_{}[]()<>#+-!|~&@";
  std::string out;
  for (const char character : terminal_text(text)) {
    if (SPECIAL.find(character) != std::string_view::npos)
      out += '\\';
    out += character;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  std::string shown = terminal_text(text);
  const std::string fence(longest_run(shown, '`') + 1, '`');
  for (size_t bar = shown.find('|'); bar != std::string::npos; bar = shown.find('|', bar + 2))
    shown.insert(bar, 1, '\\'); // the table comes before the code
  const bool is_at_edge = shown.starts_with('`') || shown.ends_with('`') || shown.empty();
  const char *space = is_at_edge ? " " : "";
  return fence + space + shown + space + fence;
}

std::string markdown_block(std::string_view text) {
  const std::string fence(std::max<size_t>(longest_run(text, '`') + 1, 3), '`');
  return fmt::format("{}text\n{}{}{}\n", fence, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string findings_markdown(const FindingsReport &report, size_t most_bytes) {
  std::string out = first_line(report);
  if (report.findings.empty())
    return out;
  out += "\n| | kind | place | message | seen by |\n|---|---|---|---|---|\n";
  size_t rows = 0;
  for (const results::Finding &finding : report.findings) {
    const std::string next = row(report, finding);
    if (out.size() + next.size() > most_bytes / 2)
      break;
    out += next;
    rows++;
  }
  if (rows < report.findings.size())
    out += fmt::format("\n{} not listed.\n", counted(report.findings.size() - rows, "more finding"));
  SourceLines sources(report.campaign.program, report.campaign.folder);
  size_t shown = 0;
  for (const results::Finding &finding : report.findings) {
    const std::string details =
        fmt::format("\n<details><summary>{}: {}</summary>\n\n{}\n</details>\n", finding.number,
                    finding.kind_name(), markdown_block(finding_text(finding, sources, Palette(false))));
    if (out.size() + details.size() > most_bytes - 200)
      break;
    out += details;
    shown++;
  }
  if (shown < report.findings.size())
    out += fmt::format("\nDetails of {} left out: there is no room for them here.\n",
                       counted(report.findings.size() - shown, "finding"));
  return out;
}

} // namespace braid::report
