#include "report/findings.h"
#include "report/findings_json.h"
#include "sample_findings.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace braid::report {
namespace {

TEST(Findings, Read) {
  const FindingsReport report = read_findings_report(BRAID_REPORT_FIXTURE "/out");
  EXPECT_EQ(report.title(), "record.c");
  EXPECT_EQ(report.root, "/home/me/record");
  EXPECT_EQ(report.findings.size(), 3U);
  ASSERT_TRUE(report.figures);
  EXPECT_EQ(report.figures->paths, 92U);
  EXPECT_TRUE(report.figures->is_complete);
}

TEST(Findings, FilesFromTheRoot) {
  FindingsReport report;
  report.campaign.folder = "/home/me/repo/sub";
  report.root = "/home/me/repo";
  EXPECT_EQ(file_from_root(report, "x.c"), "sub/x.c");
  EXPECT_EQ(file_from_root(report, "../lib/./y.c"), "lib/y.c");
  EXPECT_EQ(file_from_root(report, "/home/me/repo/z.c"), "z.c");
  EXPECT_EQ(file_from_root(report, "/home/me/repository/z.c"), "/home/me/repository/z.c");
  EXPECT_EQ(file_from_root(report, "/usr/include/stdio.h"), "/usr/include/stdio.h");
  report.root = report.campaign.folder = "";
  EXPECT_EQ(file_from_root(report, "x.c"), "x.c");
}

TEST(Findings, Places) {
  EXPECT_EQ(place_text({"x.c", 1, 2, "f"}), "x.c:1:2 (f)");
  EXPECT_EQ(place_text({"x.c", 1, 0, ""}), "x.c:1");
  EXPECT_EQ(place_text({"x.c", 0, 0, "f"}), "x.c (f)");
  EXPECT_EQ(place_text({"", 0, 0, "f"}), "f");
  EXPECT_EQ(place_text({}), "an unknown place");
}

TEST(Findings, Json) {
  const nlohmann::json json = nlohmann::json::parse(findings_json(sample_findings()));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["braid"], "1.2.3");
  EXPECT_EQ(json["exploration"]["runs"], 92);
  ASSERT_EQ(json["findings"].size(), 3U);
  EXPECT_EQ(json["findings"][0]["kind"], "heap-buffer-overflow");
  EXPECT_EQ(json["findings"][0]["inputs"][0]["hex"], "62356162636465");
  EXPECT_TRUE(json["findings"][0]["folder"].get<std::string>().ends_with("out/findings/001-heap-buffer-overflow"));
  FindingsReport bare;
  EXPECT_TRUE(nlohmann::json::parse(findings_json(bare))["exploration"].is_null());
}

} // namespace
} // namespace braid::report
