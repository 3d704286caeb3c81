#include "report/junit.h"

#include "report/finding_text.h"
#include "report/xml.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::report {

namespace {

std::string exploration(const FindingsReport &report, const std::string &classname) {
  const std::string opening = fmt::format("    <testcase name=\"exploration\" classname=\"{}\" time=\"{:.3f}\"",
                                          classname, report.figures ? report.figures->seconds : 0);
  if (!report.figures)
    return opening +
           ">\n      <error message=\"the exploration has not ended: it is still going on, or was killed\" "
           "type=\"incomplete\"/>\n    </testcase>\n";
  if (report.figures->is_ended_by_error)
    return opening + ">\n      <error message=\"the exploration was ended by an error; log.txt says which\" "
                     "type=\"error\"/>\n    </testcase>\n";
  return opening +
         fmt::format(">\n      <system-out>{}, {}; {}</system-out>\n    </testcase>\n",
                     counted(report.figures->paths, "path"), counted(report.figures->runs, "run"),
                     report.figures->is_complete ? "all paths were explored" : "not all paths were explored");
}

std::string testcase(const FindingsReport &report, const results::Finding &finding, const std::string &classname,
                     SourceLines &sources) {
  const std::string name = fmt::format("{} {}", finding.kind_name(), where_text(finding));
  std::string out =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"0\"", xml_attribute(name), classname);
  if (const results::Location *place = known_place(finding)) {
    out += fmt::format(" file=\"{}\"", xml_attribute(file_from_root(report, place->file)));
    if (place->line != 0)
      out += fmt::format(" line=\"{}\"", place->line);
  }
  out += ">\n";
  const std::string text = xml_text(finding_text(finding, sources, Palette(false)));
  if (finding.confirmed)
    out += fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n",
                       xml_attribute(one_line(finding.message)), xml_attribute(finding.kind_name()), text);
  else
    out += fmt::format("      <skipped message=\"{}\"/>\n      <system-out>{}</system-out>\n",
                       xml_attribute("not confirmed: " + one_line(finding.not_confirmed_because)), text);
  return out + "    </testcase>\n";
}

} // namespace

std::string junit_xml(const FindingsReport &report) {
  SourceLines sources(report.campaign.program, report.campaign.folder);
  const auto skipped = size_t(std::count_if(report.findings.begin(), report.findings.end(),
                                            [](const results::Finding &each) { return !each.confirmed; }));
  const bool is_error = !report.figures || report.figures->is_ended_by_error;
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\" timestamp=\"{}\"",
                  report.findings.size() + 1, report.findings.size() - skipped, int(is_error), skipped,
                  report.figures ? report.figures->seconds : 0, xml_attribute(report.created));
  const std::string classname = xml_attribute("braid." + report.title());
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"braid\" {}>\n  <testsuite name=\"{}\" {}>\n", counts,
                     xml_attribute("braid " + report.title()), counts);
  out += exploration(report, classname);
  for (const results::Finding &finding : report.findings)
    out += testcase(report, finding, classname, sources);
  return out + "  </testsuite>\n</testsuites>\n";
}

} // namespace braid::report
