#include "report/findings.h"

#include "report/words.h"
#include "results/fields.h"

#include <fmt/format.h>

namespace braid::report {

namespace fs = std::filesystem;

namespace {

std::optional<FindingsFigures> figures_in(const fs::path &file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored))
    return std::nullopt;
  const nlohmann::json content = results::read_json(file);
  const results::Fields fields(content, file);
  return FindingsFigures{.runs = fields.large_number("runs"),
                         .paths = fields.large_number("paths"),
                         .seconds = fields.seconds("seconds"),
                         .is_complete = fields.truth("complete"),
                         .is_ended_by_error = fields.text("stopped_by") == "error"};
}

} // namespace

std::string FindingsReport::title() const {
  return fs::path(campaign.sources.empty() ? campaign.program : campaign.sources.front()).filename().string();
}

FindingsReport read_findings_report(const fs::path &folder, const fs::path &root) {
  const results::Folder results(folder);
  FindingsReport report;
  report.folder = folder;
  report.campaign = results.campaign();
  report.created = results.created();
  report.root = (root.empty() ? fs::path(report.campaign.folder) : fs::absolute(root)).lexically_normal();
  report.figures = figures_in(folder / "stats.json");
  report.findings = results::read_findings(folder);
  return report;
}

std::string file_from_root(const FindingsReport &report, const std::string &file) {
  fs::path path(file);
  if (path.is_relative())
    path = fs::path(report.campaign.folder) / path;
  path = path.lexically_normal();
  const fs::path relative = report.root.empty() ? fs::path() : path.lexically_relative(report.root);
  if (relative.empty() || *relative.begin() == "..")
    return path.string();
  return relative.string();
}

std::string place_text(const results::Location &place) {
  if (place.file.empty())
    return place.function.empty() ? "an unknown place" : place.function;
  std::string text = place.file;
  if (place.line != 0)
    text += fmt::format(":{}", place.line);
  if (place.line != 0 && place.column != 0)
    text += fmt::format(":{}", place.column);
  if (!place.function.empty())
    text += fmt::format(" ({})", place.function);
  return text;
}

std::string where_text(const results::Finding &finding) {
  return fmt::format("{} {}", finding.place_is_exact ? "at" : "after", place_text(finding.place));
}

std::string inexact_note(const results::Finding &finding) {
  return finding.place_is_exact ? "" : "The place is that of the last decision before it.";
}

std::string confirmation_text(const results::Finding &finding) {
  return finding.confirmed_by == results::INSTRUMENTED_RUN ? "seen in a run of the instrumented program"
         : finding.confirmed_by == results::BY_SIGNAL
             ? "seen in how a run of the build with sanitizers ended"
             : fmt::format("confirmed by {}", one_line(finding.confirmed_by));
}

std::string kind_text(const results::Finding &finding) {
  return finding.cwe == 0 ? std::string(finding.kind_name())
                          : fmt::format("{} (CWE-{})", finding.kind_name(), finding.cwe);
}

std::string one_line(std::string_view text) { return terminal_text(text.substr(0, text.find('\n'))); }

const results::Location *known_place(const results::Finding &finding) {
  if (!finding.place.file.empty())
    return &finding.place;
  for (const results::Location &frame : finding.stack)
    if (!frame.file.empty())
      return &frame;
  for (size_t i = finding.decisions.size(); i > 0; i--)
    if (!finding.decisions[i - 1].place.file.empty())
      return &finding.decisions[i - 1].place;
  return nullptr;
}

} // namespace braid::report
