#include "report/sarif.h"

#include "report/input_text.h"
#include "report/sarif_rules.h"
#include "report/source_lines.h"
#include "report/words.h"
#include "results/hash.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace braid::report {

namespace {

using Json = nlohmann::ordered_json;
using results::Finding;
using results::Location;

constexpr const char *ROOT = "%SRCROOT%";
constexpr size_t MESSAGE = 1000; // bytes shown of what a program says

Json text_of(const std::string &text) { return {{"text", text}}; }

class SarifLog {
public:
  explicit SarifLog(const FindingsReport &report)
      : report_(report), sources_(report.campaign.program, report.campaign.folder) {}

  std::string text() {
    const SarifRules rules(report_.findings);
    Json results = Json::array();
    for (const Finding &finding : report_.findings)
      results.push_back(result(finding, rules));
    Json driver = {{"name", "Braid"}};
    if (!report_.version.empty()) {
      driver["version"] = report_.version;
      driver["semanticVersion"] = report_.version;
    }
    driver["rules"] = rules.json();
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"automationDetails", {{"id", fmt::format("braid/{}/", terminal_text(report_.title()))}}},
                {"invocations", Json::array({invocation()})}};
    if (!report_.root.empty())
      run["originalUriBaseIds"] = {{ROOT, {{"uri", folder_uri(report_.root.string())}}}};
    run["artifacts"] = artifacts_;
    run["columnKind"] = "utf16CodeUnits";
    run["results"] = std::move(results);
    const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({std::move(run)})}};
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

private:
  static std::string folder_uri(const std::string &folder) {
    return "file://" + uri_path(folder) + (folder.ends_with('/') ? "" : "/");
  }

  Json invocation() const {
    Json json = {{"executionSuccessful", report_.figures && !report_.figures->is_ended_by_error}};
    if (!report_.campaign.folder.empty())
      json["workingDirectory"] = {{"uri", folder_uri(report_.campaign.folder)}};
    return json;
  }

  // Relative to the root if possible: so the log fits another copy of the sources, too.
  Json artifact_location(const std::string &name) {
    const std::string file = file_from_root(report_, name);
    Json location;
    if (file.starts_with('/'))
      location = {{"uri", "file://" + uri_path(file)}};
    else {
      location["uri"] = uri_path(file);
      if (!report_.root.empty())
        location["uriBaseId"] = ROOT;
    }
    const auto [known, is_new] = numbers_.try_emplace(file, artifacts_.size());
    if (is_new)
      artifacts_.push_back({{"location", location}});
    location["index"] = known->second;
    return location;
  }

  // The file must be known.
  Json location(const Location &place, const std::string &message = {}) {
    Json physical = {{"artifactLocation", artifact_location(place.file)}};
    if (place.line != 0) {
      physical["region"] = {{"startLine", place.line}};
      if (place.column != 0)
        physical["region"]["startColumn"] = column(place);
    }
    Json json = {{"physicalLocation", std::move(physical)}};
    if (!place.function.empty())
      json["logicalLocations"] = Json::array({{{"name", place.function}, {"kind", "function"}}});
    if (!message.empty())
      json["message"] = text_of(message);
    return json;
  }

  uint32_t column(const Location &place) {
    const std::string line = sources_.whole_line(place.file, place.line);
    return line.size() + 1 < place.column ? place.column : uint32_t(utf16_units_before(line, place.column) + 1);
  }

  Json result(const Finding &finding, const SarifRules &rules) {
    Json json = {{"ruleId", finding.kind_name()},
                 {"ruleIndex", rules.index(finding.kind)},
                 {"level", finding.confirmed ? results::SEVERITIES[size_t(finding.severity)] : "note"},
                 {"message", text_of(message(finding))},
                 {"locations", Json::array()}};
    if (const Location *place = known_place(finding))
      json["locations"].push_back(location(*place));
    else if (!report_.campaign.sources.empty()) // viewers drop results without a place
      json["locations"].push_back(location({.file = report_.campaign.sources.front(), .line = 1, .function = {}}));
    const std::string print = fingerprint(finding);
    json["partialFingerprints"] = {{"primaryLocationLineHash", print}, {"braidFinding/v1", print}};
    if (Json flow = thread_flow(finding); !flow.empty())
      json["codeFlows"] = Json::array({{{"threadFlows", Json::array({{{"locations", std::move(flow)}}})}}});
    if (Json stack = related(finding); !stack.empty())
      json["relatedLocations"] = std::move(stack);
    json["properties"] = properties(finding);
    return json;
  }

  static std::string message(const Finding &finding) {
    std::string text = terminal_text(finding.title);
    if (!finding.message.empty() && finding.message != finding.title)
      text += ": " + shortened(one_line(finding.message), MESSAGE);
    if (!finding.confirmed)
      text = fmt::format("Not confirmed: {} ({})", text, one_line(finding.not_confirmed_because));
    text += text.ends_with('.') ? "" : ".";
    if (!finding.place_is_exact)
      text += fmt::format(" {}", inexact_note(finding));
    for (const results::Input &input : finding.inputs)
      text += "\nInput " + input_phrase(input);
    if (!finding.reproduce.run.empty())
      text += "\nRun: " + one_line(finding.reproduce.run);
    return text;
  }

  // The same for the same bug when lines before it come or go: not of the number of the line, but of its text.
  // Equal ones are counted.
  std::string fingerprint(const Finding &finding) {
    const std::string hash =
        results::sha256(fmt::format("{}\n{}\n{}\n{}", finding.kind_name(),
                                    finding.place.file.empty() ? "" : file_from_root(report_, finding.place.file),
                                    finding.place.function, sources_.line(finding.place.file, finding.place.line)))
            .substr(0, 16);
    return fmt::format("{}:{}", hash, ++prints_[hash]);
  }

  Json thread_flow(const Finding &finding) {
    Json flow = Json::array();
    const auto add = [&](const Location &place, const std::string &message, Json kinds, const char *importance) {
      flow.push_back({{"location", location(place, message)},
                      {"kinds", std::move(kinds)},
                      {"executionOrder", flow.size() + 1},
                      {"importance", importance}});
    };
    for (const results::Decision &decision : finding.decisions)
      if (!decision.place.file.empty())
        add(decision.place,
            fmt::format("{} is {}{}", shortened(one_line(decision.condition), MESSAGE),
                        decision.taken ? "true" : "false",
                        decision.times == 1 ? "" : fmt::format(", {} like this", counted(decision.times, "time"))),
            {"branch", decision.taken ? "true" : "false"}, "important");
    if (!finding.place.file.empty() && !flow.empty())
      add(finding.place, terminal_text(finding.title), {"danger"}, "essential");
    return flow;
  }

  Json related(const Finding &finding) {
    Json all = Json::array();
    for (size_t i = 0; i < finding.stack.size(); i++)
      if (const Location &frame = finding.stack[i]; !frame.file.empty()) {
        Json json = {{"id", i + 1}}; // and so all are different, as they have to be
        json.update(location(
            frame, fmt::format("{} {}", i == 0 ? "in" : "called from",
                               frame.function.empty() ? "an unknown function" : terminal_text(frame.function))));
        all.push_back(std::move(json));
      }
    return all;
  }

  static Json properties(const Finding &finding) {
    Json json = {{"finding", finding.number}, {"test", finding.test}, {"confirmed", finding.confirmed}};
    if (finding.confirmed)
      json["confirmedBy"] = finding.confirmed_by;
    if (finding.cwe != 0)
      json["cwe"] = fmt::format("CWE-{}", finding.cwe);
    return json;
  }

  const FindingsReport &report_;
  SourceLines sources_;
  Json artifacts_ = Json::array();
  std::map<std::string, size_t> numbers_; // of artifacts, by name
  std::map<std::string, size_t> prints_;
};

} // namespace

std::string sarif_log(const FindingsReport &report) { return SarifLog(report).text(); }

std::string uri_path(std::string_view path) {
  static constexpr std::string_view ALLOWED =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@";
  std::string out;
  for (const char character : path)
    out += ALLOWED.find(character) != std::string_view::npos ? std::string(1, character)
                                                             : fmt::format("%{:02X}", uint8_t(character));
  return out;
}

} // namespace braid::report
