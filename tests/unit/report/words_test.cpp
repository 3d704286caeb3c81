#include "report/words.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

TEST(Words, Numbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "byte"), "1 byte");
  EXPECT_EQ(counted(0, "byte"), "0 bytes");
  EXPECT_EQ(memory_size(512), "512 bytes");
  EXPECT_EQ(memory_size(1536), "1.5 KiB");
  EXPECT_EQ(memory_size(uint64_t(3) << 30), "3.0 GiB");
  EXPECT_EQ(duration(0.0000123), "12 µs");
  EXPECT_EQ(duration(0.0123), "12 ms");
  EXPECT_EQ(duration(12.34), "12.3 s");
}

TEST(Words, Shortening) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "ab…");
  EXPECT_EQ(shortened("aßßßß", 4), "aß…"); // no half characters
}

TEST(Words, TerminalText) {
  EXPECT_EQ(terminal_text("a\tb"), "a\tb");
  EXPECT_EQ(terminal_text("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(terminal_text("größe …"), "größe …");
  EXPECT_EQ(terminal_text("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(terminal_text("\xc2\x9b"), "\\xc2\\x9b");          // a control character
  EXPECT_EQ(terminal_text("\xe0\x80\x80"), "\\xe0\\x80\\x80"); // overlong
  EXPECT_EQ(terminal_text("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(terminal_text(std::string_view("\0x", 2)), "\\x00x");
}

TEST(Words, WordsOfAShell) {
  EXPECT_EQ(shell_word("braid-out/maze/findings/001-abort"), "braid-out/maze/findings/001-abort");
  EXPECT_EQ(shell_word("two words"), "'two words'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
}

TEST(Words, Colours) {
  EXPECT_EQ(Palette(false).good("x"), "x");
  EXPECT_EQ(Palette(true).good("x"), "\x1b[32mx\x1b[0m");
}

} // namespace
} // namespace braid::report
