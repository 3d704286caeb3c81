#include "report/finding_text.h"
#include "sample_findings.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

class FindingTextTest : public testing::Test {
protected:
  std::string text(const results::Finding &finding, bool colours = false) {
    SourceLines sources(report_.campaign.program, report_.campaign.folder);
    return finding_text(finding, sources, Palette(colours));
  }
  FindingsReport report_ = sample_findings();
};

TEST_F(FindingTextTest, Confirmed) {
  const std::string shown = text(report_.findings[0]);
  EXPECT_TRUE(shown.starts_with("1  heap-buffer-overflow (CWE-122) at record.c:10:14 (copy)\n"
                                "   write behind the end of a block of the heap\n"
                                "   write of 1 byte at offset 4 of a block of 4 bytes\n"
                                "   confirmed by AddressSanitizer; test 17, 9 runs\n"
                                "\n"
                                "     8 |   char *block = malloc(4);\n"
                                "     9 |   for (int i = 0; i < length; i++)\n"
                                "  > 10 |     block[i] = text[i];\n"
                                "       |              ^\n"
                                "    11 |   return block;\n"
                                "    12 | }\n"))
      << shown;
  EXPECT_TRUE(contains(shown, "    stdin, 7 bytes: \"b5abcde\"\n")) << shown;
  EXPECT_TRUE(contains(shown, "    stdin[0] == 'b'\n    (int8_t)stdin[1] - 48 > 4\n")) << shown;
  EXPECT_TRUE(contains(shown, "  #0 copy /home/me/record/record.c:10:14\n"));
  EXPECT_TRUE(contains(shown, "    ./program < test.input\n"));
  EXPECT_FALSE(contains(shown, "\x1b"));
}

TEST_F(FindingTextTest, NotConfirmedLooksDifferent) {
  const std::string shown = text(report_.findings[2]);
  EXPECT_TRUE(shown.starts_with("3  NOT CONFIRMED: uninitialised (CWE-457) at record.c:22:9 (main)\n")) << shown;
  EXPECT_TRUE(contains(shown, "\n   not confirmed: the program built with MemorySanitizer does not start: "));
  EXPECT_FALSE(contains(shown, "confirmed by"));
  EXPECT_TRUE(contains(shown, "  calls\n    record.c:22:9 (main)\n")); // there is no report of a sanitizer
}

TEST_F(FindingTextTest, LongPathsAreCutInTheMiddle) {
  const std::string shown = text(report_.findings[0]);
  EXPECT_TRUE(contains(shown, "path (14 decisions)\n"));
  EXPECT_TRUE(contains(shown, "      1  record.c:18:7 (main)  size(stdin) > 0  →  true\n")) << shown;
  EXPECT_TRUE(contains(shown, "      6  record.c:18:8 (main)  stdin[4] == '\\n'  →  false\n"
                              "         … 2 more decisions\n"
                              "      9  record.c:20:7 (main)  stdin[0] == 'b'  →  true\n"))
      << shown;
  report_.findings[0].decisions.resize(12);
  EXPECT_FALSE(contains(text(report_.findings[0]), "…"));
}

TEST_F(FindingTextTest, WhatIsKnownOfConditions) {
  results::Finding &finding = report_.findings[0];
  finding.matters[0].is_needed = false;
  finding.alike = 8;
  finding.decisions[0].times = 3;
  const std::string shown = text(finding);
  EXPECT_TRUE(contains(shown, "    stdin[0] == 'b'  (on this path)\n    (int8_t)stdin[1] - 48 > 4\n"
                              "    8 other inputs for which this holds were run, and all show it\n"))
      << shown;
  EXPECT_TRUE(contains(shown, "size(stdin) > 0  →  true  (and 2 times like it)\n")) << shown;
  finding.matters.resize(20, finding.matters[1]);
  finding.alike = 1;
  EXPECT_TRUE(contains(text(finding), "    … 9 more conditions\n"
                                      "    one other input for which this holds was run, and shows it, too\n"));
}

TEST_F(FindingTextTest, Colours) {
  EXPECT_TRUE(contains(text(report_.findings[0], true), "\x1b[31mheap-buffer-overflow (CWE-122)\x1b[0m"));
  EXPECT_TRUE(contains(text(report_.findings[2], true), "\x1b[33mNOT CONFIRMED: \x1b[0m"));
}

TEST_F(FindingTextTest, WithoutSource) {
  report_.findings[0].place = {"gone.c", 10, 3, ""};
  EXPECT_FALSE(contains(text(report_.findings[0]), "|"));
  report_.findings[0].place = {"record.c", 1000, 3, ""};
  EXPECT_FALSE(contains(text(report_.findings[0]), " | "));
  report_.findings[0].place = {};
  EXPECT_TRUE(contains(text(report_.findings[0]), " at an unknown place\n"));
}

TEST_F(FindingTextTest, NothingThatATerminalObeys) {
  results::Finding &finding = report_.findings[0];
  finding.message = "\x1b[2J\nsecond line";
  finding.place.function = "\x1b]0;x\x07";
  finding.decisions[0].condition = "\x9b";
  finding.inputs[0].bytes = "\x1b[31m";
  finding.sanitizer = "==1==ERROR: AddressSanitizer: \x1b[1m";
  const std::string shown = text(finding);
  EXPECT_FALSE(contains(shown, "\x1b"));
  EXPECT_FALSE(contains(shown, "\x07"));
  EXPECT_FALSE(contains(shown, "second line"));
  EXPECT_TRUE(contains(shown, "\\x1b[2J\n"));
}

TEST_F(FindingTextTest, CommandsAreForAShell) {
  results::Finding finding;
  finding.folder = "it's here";
  finding.reproduce = {{"cc", "-DX=\"a b\"", ""}, "./a.out", "reproduce.sh"};
  EXPECT_EQ(reproduction_lines(finding),
            (std::vector<std::string>{"sh 'it'\\''s here/reproduce.sh'",
                                      "which is, in it's here:", "  cc '-DX=\"a b\"' ''", "  ./a.out"}));
  finding.reproduce = {{}, "./a.out", ""};
  EXPECT_EQ(reproduction_lines(finding), std::vector<std::string>{"./a.out"});
}

TEST_F(FindingTextTest, Counted) {
  EXPECT_TRUE(findings_text(report_, Palette(false))
                  .ends_with("\n3 findings, 1 of them not confirmed in " + report_.folder.string() + "\n"));
  report_.findings.erase(report_.findings.begin(), report_.findings.begin() + 2);
  EXPECT_EQ(findings_count(report_.findings), "1 finding, not confirmed");
  EXPECT_EQ(findings_count({}), "no findings");
}

} // namespace
} // namespace braid::report
