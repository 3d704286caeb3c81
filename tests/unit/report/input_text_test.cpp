#include "report/input_text.h"

#include <gtest/gtest.h>

namespace braid::report {
namespace {

using results::Input;
using results::InputKind;
using Lines = std::vector<std::string>;

Input standard_input(std::string bytes) { return {InputKind::STDIN, "stdin", "", 0, std::move(bytes)}; }
Input mark(std::string bytes) { return {InputKind::MARK, "n", "n", 0, std::move(bytes)}; }

TEST(InputText, Text) {
  EXPECT_EQ(input_lines(standard_input(""), 8), Lines{"empty"});
  EXPECT_EQ(input_lines(standard_input("abc"), 8), Lines{"\"abc\""});
  EXPECT_EQ(input_lines(standard_input("a\nb\tc\n"), 8), (Lines{"\"a\\n\"", "\"b\\tc\\n\""}));
  EXPECT_EQ(input_lines(standard_input("größe \"x\""), 8), Lines{"\"größe \\\"x\\\"\""});
  EXPECT_EQ(input_lines(standard_input("seven letters\x01"), 8), Lines{"\"seven letters\\x01\""});
}

TEST(InputText, LongText) {
  const Lines lines = input_lines(standard_input(std::string(1000, 'x')), 3);
  EXPECT_EQ(lines, (Lines{'"' + std::string(72, 'x') + '"', '"' + std::string(72, 'x') + '"',
                          '"' + std::string(72, 'x') + '"', "… and 784 more bytes"}));
}

TEST(InputText, Dump) {
  EXPECT_EQ(input_lines(standard_input(std::string("\x7f"
                                                   "ELF\0\1\2\3",
                                                   8)),
                        8),
            Lines{"0000  7f 45 4c 46 00 01 02 03                          |.ELF....|"});
  const Lines lines = input_lines(standard_input(std::string(100, '\0')), 2);
  EXPECT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[1].starts_with("0010  00 "));
  EXPECT_EQ(lines[2], "… and 68 more bytes");
}

TEST(InputText, Numbers) {
  EXPECT_EQ(input_lines(mark(std::string("\x2a\0\0\0", 4)), 8), Lines{"42 (0x0000002a)"});
  EXPECT_EQ(input_lines(mark("\xff\xff"), 8), Lines{"65535 (0xffff), signed -1"});
  EXPECT_EQ(input_lines(mark(std::string(8, '\xff')), 8),
            Lines{"18446744073709551615 (0xffffffffffffffff), signed -1"});
  EXPECT_EQ(input_lines(mark("abc"), 8), Lines{"\"abc\""});
}

TEST(InputText, ArgumentsEndWithTheirZero) {
  EXPECT_EQ(input_lines({InputKind::ARGUMENT, "argv[1]", "", 1, std::string("-x\0junk", 7)}, 8), Lines{"\"-x\""});
}

TEST(InputText, Phrases) {
  EXPECT_EQ(input_phrase(standard_input("abc")), "stdin: \"abc\"");
  EXPECT_EQ(input_phrase(standard_input("")), "stdin: empty");
  EXPECT_EQ(input_phrase(mark("\x01")), "n = 1 (0x01)");
  EXPECT_EQ(input_phrase(standard_input(std::string("\0\1", 2))), "stdin: 00 01");
  EXPECT_EQ(input_phrase(standard_input(std::string(17, '\0'))),
            "stdin: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 … (17 bytes)");
  EXPECT_EQ(input_phrase(standard_input(std::string(50, 'x'))),
            "stdin: \"" + std::string(39, 'x') + "…\" (50 bytes)");
}

} // namespace
} // namespace braid::report
