// Which bytes may be shown as they are.
#include "expr/leaves.h"
#include "expr/utf8.h"

#include <gtest/gtest.h>

namespace braid::expr {
namespace {

TEST(Utf8, LengthsOfCharacters) {
  EXPECT_EQ(printable_length("a"), 1U);
  EXPECT_EQ(printable_length("\xc3\xa4x"), 2U);
  EXPECT_EQ(printable_length("\xe2\x82\xac"), 3U);
  EXPECT_EQ(printable_length("\xf0\x9f\x98\x80"), 4U);
}

TEST(Utf8, WhatIsNoneOrCannotBeShown) {
  for (const std::string_view text :
       {std::string_view("", 0), std::string_view("\0", 1), std::string_view("\t"), std::string_view("\x7f"),
        std::string_view("\xc3"), std::string_view("\xc3x"), std::string_view("\x80"),
        std::string_view("\xc0\xaf"), std::string_view("\xc2\x9b"), std::string_view("\xe0\x80\x80"),
        std::string_view("\xed\xa0\x80"), std::string_view("\xf4\x90\x80\x80"), std::string_view("\xff")})
    EXPECT_EQ(printable_length(text), 0U) << printable(text);
}

TEST(Utf8, NamesKeepTheirLetters) {
  EXPECT_EQ(printable("pr\xc3\xbc"
                      "fung\n\xfc"),
            "pr\xc3\xbc"
            "fung\\n\\xfc");
}

} // namespace
} // namespace braid::expr
