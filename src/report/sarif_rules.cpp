#include "report/sarif_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace braid::report {

namespace {

using Json = nlohmann::ordered_json;

// SARIF wants names of rules like this: HeapBufferOverflow.
std::string name_of(std::string_view kind) {
  std::string name;
  bool is_first = true;
  for (const char character : kind) {
    if (character != '-')
      name += is_first ? char(character - 'a' + 'A') : character;
    is_first = character == '-';
  }
  return name;
}

Json rule(const results::FindingKindFacts &facts) {
  std::string title(facts.title);
  title.front() = char(std::toupper(static_cast<unsigned char>(title.front())));
  const std::string help(facts.help), example(facts.example);
  std::string markdown = fmt::format("{}\n\n```c\n{}\n```\n", help, example);
  Json properties = {{"tags", Json::array()}, {"precision", "very-high"}};
  if (!facts.danger.empty()) {
    properties["tags"].push_back("security");
    properties["security-severity"] = facts.danger;
  }
  properties["tags"].push_back("correctness");
  if (facts.cwe != 0) {
    properties["tags"].push_back(fmt::format("external/cwe/cwe-{:03}", facts.cwe));
    markdown += fmt::format("\n[CWE-{0}](https://cwe.mitre.org/data/definitions/{0}.html)\n", facts.cwe);
  }
  properties["problem.severity"] =
      facts.severity == results::Severity::NOTE ? "recommendation" : results::SEVERITIES[size_t(facts.severity)];
  return {{"id", facts.name},
          {"name", name_of(facts.name)},
          {"shortDescription", {{"text", title + "."}}},
          {"fullDescription", {{"text", help}}},
          {"help", {{"text", fmt::format("{}\nExample:\n{}", help, example)}, {"markdown", markdown}}},
          {"defaultConfiguration", {{"level", results::SEVERITIES[size_t(facts.severity)]}}},
          {"properties", std::move(properties)}};
}

} // namespace

SarifRules::SarifRules(const std::vector<results::Finding> &findings) {
  for (const results::Finding &finding : findings)
    kinds_.push_back(finding.kind);
  std::sort(kinds_.begin(), kinds_.end());
  kinds_.erase(std::unique(kinds_.begin(), kinds_.end()), kinds_.end());
}

size_t SarifRules::index(results::FindingKind kind) const {
  return size_t(std::lower_bound(kinds_.begin(), kinds_.end(), kind) - kinds_.begin());
}

Json SarifRules::json() const {
  Json rules = Json::array();
  for (const results::FindingKind kind : kinds_)
    rules.push_back(rule(results::facts_of(kind)));
  return rules;
}

} // namespace braid::report
