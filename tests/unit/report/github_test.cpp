#include "report/github.h"
#include "report/markdown.h"
#include "sample_findings.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

size_t count(const std::string &text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    found++;
  return found;
}

TEST(Github, Escapes) {
  EXPECT_EQ(github_message("100%: a,b\r\nc"), "100%25: a,b%0D%0Ac");
  EXPECT_EQ(github_property("100%: a,b\r\nc"), "100%25%3A a%2Cb%0D%0Ac");
}

TEST(Github, Annotations) {
  const std::string text = github_annotations(sample_findings());
  EXPECT_TRUE(text.starts_with(
      "::error file=record.c,line=10,col=14,title=heap-buffer-overflow (CWE-122)::write behind the "
      "end of a block of the heap: write of 1 byte at offset 4 of a block of 4 bytes%0Ainput stdin: "
      "\"b5abcde\"\n"))
      << text;
  EXPECT_TRUE(
      contains(text, "\n::notice file=record.c,line=22,col=9,title=uninitialised (CWE-457)::Not confirmed ("))
      << text;
  EXPECT_EQ(count(text, "\n"), 4U);
}

TEST(Github, TenOfEachKind) {
  FindingsReport report = sample_findings();
  report.findings.resize(2);
  for (int i = 0; i < 13; i++)
    report.findings.push_back(report.findings[0]);
  report.findings.push_back(report.findings[0]);
  report.findings.back().severity = results::Severity::WARNING;
  const std::string text = github_annotations(report);
  EXPECT_EQ(count(text, "::error "), 10U);
  EXPECT_EQ(count(text, "::warning "), 1U);
  EXPECT_TRUE(contains(text, "\n5 more findings not shown as annotations"));
}

// Lines that the program under test wrote must not become commands of the runner.
TEST(Github, NobodyElseGivesCommands) {
  FindingsReport report = sample_findings();
  report.findings[0].message = "x\n::add-mask::y";
  report.findings[0].title = "x\r\n::add-mask::y";
  report.findings[0].inputs[0].bytes = "\n::add-mask::y";
  report.findings[0].place.file = "a\n::add-mask::y.c";
  const std::string text = github_annotations(report);
  EXPECT_EQ(text.find("\n::add-mask"), std::string::npos);
  EXPECT_EQ(count(text, "\n"), 4U);
}

TEST(Markdown, Texts) {
  EXPECT_EQ(markdown_text("a|b <c> *d* \x1b"), "a\\|b \\<c\\> \\*d\\* \\\\x1b");
  EXPECT_EQ(markdown_code("a|b"), "`a\\|b`");
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("`"), "`` ` ``");
  EXPECT_EQ(markdown_block("a\n```\nb"), "````text\na\n```\nb\n````\n");
}

TEST(Markdown, Summary) {
  const std::string text = findings_markdown(sample_findings());
  EXPECT_TRUE(text.starts_with(
      "## Braid: 3 findings, 1 of them not confirmed in `record.c`\n\n92 paths, 92 runs in 1.2 s. All paths "
      "were explored.\n\n| | kind | place | message | seen by |\n"))
      << text;
  EXPECT_TRUE(contains(
      text, "| 1 | `heap-buffer-overflow` [CWE-122](https://cwe.mitre.org/data/definitions/122.html) | "
            "`record.c:10:14 (copy)` | write of 1 byte at offset 4 of a block of 4 bytes | AddressSanitizer |\n"))
      << text;
  EXPECT_TRUE(contains(text, "| **not confirmed** |\n"));
  EXPECT_EQ(count(text, "<details>"), 3U);
}

TEST(Markdown, NotLongerThanItMayBe) {
  FindingsReport report = sample_findings();
  for (int i = 0; i < 1000; i++)
    report.findings.push_back(report.findings[0]);
  const std::string text = findings_markdown(report, 20'000);
  EXPECT_LE(text.size(), 20'000U);
  EXPECT_TRUE(contains(text, "more findings not listed.\n"));
  EXPECT_TRUE(contains(text, "left out: there is no room for them here.\n"));
}

} // namespace
} // namespace braid::report
