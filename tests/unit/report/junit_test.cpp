#include "report/junit.h"
#include "report/xml.h"
#include "sample_findings.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

TEST(Xml, Escapes) {
  EXPECT_EQ(xml_text("a<b> & \"c\" ]]>"), "a&lt;b&gt; &amp; &quot;c&quot; ]]&gt;");
  EXPECT_EQ(xml_text("one\n\ttwo"), "one\n\ttwo");
  EXPECT_EQ(xml_attribute("one\n\ttwo"), "one&#10;&#9;two");
  EXPECT_EQ(xml_text("größe"), "größe");
  for (const auto &text :
       {xml_text(std::string("\0\x1b\r\x7f\xff", 5)), xml_attribute(std::string("\0\x1b\r\x7f\xff", 5))})
    EXPECT_EQ(text, "\\x00\\x1b\\x0d\\x7f\\xff");
  EXPECT_EQ(xml_text("\xef\xbf\xbf\xef\xbf\xbe"), "\\xef\\xbf\\xbf\\xef\\xbf\\xbe"); // UTF-8, but not XML
  EXPECT_EQ(xml_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");                            // a surrogate
}

TEST(Junit, Cases) {
  const std::string xml = junit_xml(sample_findings());
  EXPECT_TRUE(contains(
      xml,
      "<testsuite name=\"braid record.c\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\" time=\"1.250\""))
      << xml;
  EXPECT_TRUE(contains(xml, "<testcase name=\"exploration\" classname=\"braid.record.c\" time=\"1.250\">\n"
                            "      <system-out>92 paths, 92 runs; all paths were explored</system-out>"));
  EXPECT_TRUE(contains(
      xml, "<testcase name=\"heap-buffer-overflow at record.c:10:14 (copy)\" classname=\"braid.record.c\" "
           "time=\"0\" file=\"record.c\" line=\"10\">\n      <failure message=\"write of 1 byte at offset 4 of "
           "a block of 4 bytes\" type=\"heap-buffer-overflow\">"))
      << xml;
  EXPECT_TRUE(contains(xml, "<skipped message=\"not confirmed: "));
}

TEST(Junit, AnExplorationThatDidNotEnd) {
  FindingsReport report = sample_findings();
  report.findings.clear();
  report.figures->is_ended_by_error = true;
  EXPECT_TRUE(contains(junit_xml(report), "tests=\"1\" failures=\"0\" errors=\"1\""));
  EXPECT_TRUE(contains(junit_xml(report), "<error message=\"the exploration was ended by an error"));
  report.figures.reset();
  EXPECT_TRUE(contains(junit_xml(report), "<error message=\"the exploration has not ended"));
}

} // namespace
} // namespace braid::report
