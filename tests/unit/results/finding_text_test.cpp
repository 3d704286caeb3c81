// Which kind the words of a sanitizer are about, and places from texts.
#include "results/finding_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::results {
namespace {

std::string_view kind(const std::string &message, const std::string &errors = "") {
  return finding_of_sanitizer(message, errors).kind_name();
}

TEST(FindingText, RuntimeErrors) {
  const std::pair<const char *, const char *> cases[] = {
      {"signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'", "signed-overflow"},
      {"unsigned integer overflow: 0 - 1 cannot be represented in type 'unsigned int'", "unsigned-wrap"},
      {"negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this "
       "value "
       "to itself",
       "signed-overflow"},
      {"division of -2147483648 by -1 cannot be represented in type 'int'", "division-overflow"},
      {"division by zero", "division-by-zero"},
      {"shift exponent 46 is too large for 32-bit type 'int'", "shift-out-of-range"},
      {"left shift of negative value -1", "shift-out-of-range"},
      {"1e+30 is outside the range of representable values of type 'int'", "float-conversion"},
      {"applying non-zero offset 4 to null pointer", "pointer-overflow"},
      {"member access within null pointer of type 'struct s'", "null-pointer"},
      {"load of misaligned address 0x7ffe for type 'int', which requires 4 byte alignment", "misaligned"},
      {"load of value 3, which is not a valid value for type '_Bool'", "invalid-value"},
      {"variable length array bound evaluates to non-positive value -1", "negative-array-size"},
      {"execution reached an unreachable program point", "unreachable"},
      {"execution reached the end of a value-returning function without returning a value", "missing-return"},
      {"index 8 out of bounds for type 'int[4]'", "other"},
      {"null pointer passed as argument 1, which is declared to never be null", "other"},
      {"something new", "other"},
      {"", "other"}};
  for (const auto &[message, expected] : cases)
    EXPECT_EQ(kind(message), expected) << message;
  const Finding index = finding_of_sanitizer("index 8 out of bounds for type 'int[4]'", "");
  EXPECT_EQ(index.title, "index outside of an array");
  EXPECT_EQ(index.cwe, 129U);
}

TEST(FindingText, ReportsOfSanitizers) {
  EXPECT_EQ(kind("AddressSanitizer: heap-buffer-overflow"), "heap-buffer-overflow");
  EXPECT_EQ(kind("AddressSanitizer: heap-use-after-free"), "use-after-free");
  EXPECT_EQ(kind("AddressSanitizer: stack-overflow"), "stack-exhaustion");
  EXPECT_EQ(kind("AddressSanitizer: attempting"), "other");
  EXPECT_EQ(
      kind("AddressSanitizer: attempting", "x\n==1==ERROR: AddressSanitizer: attempting double-free on 0x1\ny"),
      "double-free");
  EXPECT_EQ(kind("LeakSanitizer: detected", "==1==ERROR: LeakSanitizer: detected memory leaks"), "memory-leak");
  EXPECT_EQ(kind("UndefinedBehaviorSanitizer: SEGV", "==1==ERROR: UndefinedBehaviorSanitizer: SEGV on unknown\n"),
            "crash");
  EXPECT_EQ(kind("UndefinedBehaviorSanitizer: SEGV", "==1==ERROR: UndefinedBehaviorSanitizer: SEGV on unknown\n"
                                                     "==1==Hint: address points to the zero page.\n"),
            "null-pointer");
}

TEST(PlaceOfText, Parts) {
  const auto parts = [](std::string_view text) {
    const Location place = place_of_text(text);
    return fmt::format("{}|{}|{}|{}", place.file, place.line, place.column, place.function);
  };
  EXPECT_EQ(parts("x.c:12 (main)"), "x.c|12|0|main");
  EXPECT_EQ(parts("x.c:12"), "x.c|12|0|");
  EXPECT_EQ(parts("x.c:12:3 (main)"), "x.c|12|3|main");
  EXPECT_EQ(parts("/a b/c:d (1)/x.cpp:7 (operator())"), "/a b/c:d (1)/x.cpp|7|0|operator()");
  EXPECT_EQ(parts("x.cpp:7 (f<int (char)>)"), "x.cpp|7|0|f<int (char)>");
  for (const char *unknown : {"", "an unknown place", "x.c", "x.c:", ":3", "x.c:y (main)", "x.c:99999999999"})
    EXPECT_EQ(parts(unknown), "|0|0|") << unknown;
}

} // namespace
} // namespace braid::results
