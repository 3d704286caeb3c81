#include "results/testcomp.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

TEST(XmlText, Markup) { EXPECT_EQ(xml_text("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c'"); }

TEST(XmlText, Characters) {
  for (const char *good : {"", "plain", "tab\tline\n", "ä", "€", "\xf0\x9f\x98\x80"})
    EXPECT_EQ(xml_text(good), good);
}

TEST(XmlText, WhatXmlCannotHave) {
  EXPECT_EQ(xml_text(std::string_view("\0\x1f\r", 3)), "???");
  EXPECT_EQ(xml_text("\xff"), "?");
  EXPECT_EQ(xml_text("\xc3"), "?"); // half a character
  EXPECT_EQ(xml_text("\xc3z"), "?z");
  EXPECT_EQ(xml_text("\xc0\x80"), "??");      // a long form of 0
  EXPECT_EQ(xml_text("\xed\xa0\x80"), "???"); // half a surrogate pair
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), "???"); // U+FFFF
  EXPECT_EQ(xml_text("\xf4\x90\x80\x80"), "????");
}

} // namespace
} // namespace braid::results
