#include "report/github.h"

#include "report/finding_text.h"
#include "report/input_text.h"

#include <array>
#include <fmt/format.h>

namespace braid::report {

namespace {

constexpr size_t MOST = 10; // of each kind
constexpr std::array<const char *, 3> COMMANDS = {"error", "warning", "notice"};

std::string escaped(std::string_view text, bool in_property) {
  std::string out;
  for (const char character : text)
    if (character == '%' || character == '\r' || character == '\n' ||
        (in_property && (character == ':' || character == ',')))
      out += fmt::format("%{:02X}", int(character));
    else
      out += character;
  return out;
}

// What was not confirmed breaks no build.
results::Severity shown_severity(const results::Finding &finding) {
  return finding.confirmed ? finding.severity : results::Severity::NOTE;
}

std::string annotation(const FindingsReport &report, const results::Finding &finding) {
  std::string properties;
  if (const results::Location *place = known_place(finding)) {
    properties = fmt::format("file={},", github_property(terminal_text(file_from_root(report, place->file))));
    if (place->line != 0)
      properties += fmt::format("line={},", place->line);
    if (place->line != 0 && place->column != 0)
      properties += fmt::format("col={},", place->column);
  }
  std::string message = terminal_text(finding.title);
  if (!finding.message.empty() && finding.message != finding.title)
    message += ": " + one_line(finding.message);
  if (!finding.confirmed)
    message = fmt::format("Not confirmed ({}): {}", one_line(finding.not_confirmed_because), message);
  if (!finding.place_is_exact)
    message += fmt::format("\n{}", inexact_note(finding));
  for (const results::Input &input : finding.inputs)
    message += "\ninput " + input_phrase(input);
  return fmt::format("::{} {}title={}::{}\n", COMMANDS[size_t(shown_severity(finding))], properties,
                     github_property(kind_text(finding)), github_message(message));
}

} // namespace

std::string github_message(std::string_view text) { return escaped(text, false); }
std::string github_property(std::string_view text) { return escaped(text, true); }

std::string github_annotations(const FindingsReport &report) {
  std::array<size_t, COMMANDS.size()> counts{};
  std::string out;
  size_t more = 0;
  for (const results::Finding &finding : report.findings)
    if (counts[size_t(shown_severity(finding))]++ < MOST)
      out += annotation(report, finding);
    else
      more++;
  if (more != 0)
    out += fmt::format("{} not shown as annotations: GitHub shows {} of each kind\n",
                       counted(more, "more finding"), MOST);
  return out + fmt::format("{} in {}\n", findings_count(report.findings), terminal_text(report.folder.string()));
}

} // namespace braid::report
