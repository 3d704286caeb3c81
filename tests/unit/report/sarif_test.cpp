// What a SARIF log says; that it has the form of one is tested in tests/cli/test_report.py.
#include "report/sarif.h"
#include "sample_findings.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace braid::report {
namespace {

nlohmann::json run_of(const FindingsReport &report) { return nlohmann::json::parse(sarif_log(report))["runs"][0]; }

TEST(Sarif, Rules) {
  const nlohmann::json driver = run_of(sample_findings())["tool"]["driver"];
  EXPECT_EQ(driver["name"], "Braid");
  EXPECT_EQ(driver["semanticVersion"], "1.2.3");
  EXPECT_FALSE(driver.contains("informationUri"));
  ASSERT_EQ(driver["rules"].size(), 3U);
  const nlohmann::json &rule = driver["rules"][0];
  EXPECT_EQ(rule["id"], "heap-buffer-overflow");
  EXPECT_EQ(rule["name"], "HeapBufferOverflow");
  EXPECT_EQ(rule["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(rule["properties"]["tags"], nlohmann::json({"security", "correctness", "external/cwe/cwe-122"}));
  EXPECT_EQ(rule["properties"]["security-severity"], "9.3");
}

TEST(Sarif, ConfirmedResult) {
  const nlohmann::json result = run_of(sample_findings())["results"][0];
  EXPECT_EQ(result["ruleId"], "heap-buffer-overflow");
  EXPECT_EQ(result["ruleIndex"], 0);
  EXPECT_EQ(result["level"], "error");
  EXPECT_FALSE(result.contains("kind"));
  EXPECT_TRUE(result["message"]["text"].get<std::string>().starts_with(
      "write behind the end of a block of the heap: write of 1 byte at offset 4 of a block of 4 bytes.\n"
      "Input stdin: \"b5abcde\"\n"));
  EXPECT_EQ(
      result["locations"][0]["physicalLocation"],
      nlohmann::json::parse(R"({"artifactLocation": {"uri": "record.c", "uriBaseId": "%SRCROOT%", "index": 0},
                                      "region": {"startLine": 10, "startColumn": 14}})"));
  const nlohmann::json flow = result["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(flow.size(), 15U); // all decisions, and the place
  EXPECT_EQ(flow[0]["location"]["message"]["text"], "size(stdin) > 0 is true");
  EXPECT_EQ(flow[0]["kinds"], nlohmann::json({"branch", "true"}));
  EXPECT_EQ(flow[14]["kinds"], nlohmann::json({"danger"}));
  EXPECT_EQ(result["relatedLocations"][1]["message"]["text"], "called from main");
}

TEST(Sarif, NotConfirmedIsANote) {
  const nlohmann::json result = run_of(sample_findings())["results"][2];
  EXPECT_EQ(result["level"], "note");
  EXPECT_FALSE(result.contains("kind"));
  EXPECT_TRUE(result["message"]["text"].get<std::string>().starts_with("Not confirmed: "));
  EXPECT_EQ(result["properties"]["confirmed"], false);
}

TEST(Sarif, FingerprintsDoNotDependOnTheNumberOfTheLine) {
  FindingsReport report = sample_findings();
  const auto prints = [&] {
    std::vector<std::string> all;
    const nlohmann::json run = run_of(report);
    for (const nlohmann::json &result : run["results"])
      all.push_back(result["partialFingerprints"]["primaryLocationLineHash"]);
    return all;
  };
  const std::vector<std::string> before = prints();
  EXPECT_EQ(before, prints());
  EXPECT_NE(before[0], before[1]);
  report.findings[1] = report.findings[0]; // the same line, said to be somewhere else
  report.findings[1].place.column = 1;
  EXPECT_EQ(prints()[0], before[0]);
  EXPECT_EQ(prints()[1], before[0].substr(0, 16) + ":2");
  report.findings[0].place.function = "another";
  EXPECT_NE(prints()[0], before[0]);
}

TEST(Sarif, Uris) {
  EXPECT_EQ(uri_path("/a b/ö%.c"), "/a%20b/%C3%B6%25.c");
  FindingsReport report = sample_findings();
  report.findings[0].place.file = "/usr/include/x y.h";
  report.findings[1].place.file = "../other.c";
  const nlohmann::json run = run_of(report);
  const auto location = [&](size_t number) {
    return run["results"][number]["locations"][0]["physicalLocation"]["artifactLocation"];
  };
  EXPECT_EQ(location(0)["uri"], "file:///usr/include/x%20y.h");
  EXPECT_FALSE(location(0).contains("uriBaseId"));
  EXPECT_TRUE(location(1)["uri"].get<std::string>().ends_with("/tests/cli/other.c"));
  EXPECT_TRUE(run["originalUriBaseIds"]["%SRCROOT%"]["uri"].get<std::string>().ends_with("/tests/cli/report/"));
  for (const nlohmann::json &result : run["results"])
    EXPECT_LT(result["locations"][0]["physicalLocation"]["artifactLocation"]["index"], run["artifacts"].size());
}

TEST(Sarif, UnknownPlaces) {
  FindingsReport report = sample_findings();
  results::Finding &finding = report.findings[1];
  finding.place = {};
  EXPECT_EQ(run_of(report)["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"],
            14); // the stack
  finding.stack.clear();
  EXPECT_EQ(run_of(report)["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"],
            25); // the path
  finding.decisions.clear();
  const nlohmann::json result = run_of(report)["results"][1];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1); // the program
  EXPECT_FALSE(result.contains("codeFlows"));
  EXPECT_FALSE(result.contains("relatedLocations"));
}

TEST(Sarif, NoFindings) {
  FindingsReport report = sample_findings();
  report.findings.clear();
  EXPECT_TRUE(run_of(report)["results"].is_array());
  EXPECT_TRUE(run_of(report)["results"].empty());
  EXPECT_EQ(run_of(report)["invocations"][0]["executionSuccessful"], true);
  report.figures->is_ended_by_error = true;
  EXPECT_EQ(run_of(report)["invocations"][0]["executionSuccessful"], false);
}

} // namespace
} // namespace braid::report
