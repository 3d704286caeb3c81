#include "results/error.h"
#include "results/finding_format_1.h"
#include "scratch_results.h"

#include <gtest/gtest.h>

namespace braid::results {
namespace {

class FindingFormat1 : public testing::Test {
protected:
  // As braid run writes it, with these changes.
  Finding read(const nlohmann::json &changes = nlohmann::json::object()) const {
    nlohmann::json json = {{"number", 2},
                           {"kind", "crash"},
                           {"message", "killed by SIGSEGV"},
                           {"place", "src/x.c:12 (main)"},
                           {"place_is_exact", true},
                           {"test", 7},
                           {"output", ""},
                           {"errors", ""}};
    json.merge_patch(changes);
    scratch_.add_test(7, std::string("x\0", 2));
    const std::filesystem::path folder = scratch_.path() / "findings/002-crash";
    std::filesystem::create_directories(folder);
    std::filesystem::rename(scratch_.path() / "tests/000007.json", folder / "test.json");
    scratch_.write("findings/002-crash/finding.json", json.dump());
    return read_finding(folder / "finding.json");
  }
  std::string_view kind(const std::string &message, const std::string &errors = "") const {
    return read({{"kind", "sanitizer"}, {"message", message}, {"errors", errors}}).kind_name();
  }
  const ScratchResults scratch_;
};

TEST_F(FindingFormat1, WhatIsKnown) {
  const Finding finding = read();
  EXPECT_EQ(finding.number, 2U);
  EXPECT_EQ(finding.kind, FindingKind::CRASH);
  EXPECT_EQ(finding.title, "end by a signal");
  EXPECT_EQ(finding.message, "killed by SIGSEGV");
  EXPECT_EQ(finding.place.file, "src/x.c");
  EXPECT_EQ(finding.place.line, 12U);
  EXPECT_EQ(finding.place.function, "main");
  EXPECT_TRUE(finding.place_is_exact);
  EXPECT_TRUE(finding.confirmed);
  EXPECT_EQ(finding.confirmed_by, "instrumented run");
  EXPECT_EQ(finding.test, 7U);
  ASSERT_EQ(finding.inputs.size(), 1U);
  EXPECT_EQ(finding.inputs[0].bytes, std::string("x\0", 2));
  EXPECT_EQ(finding.folder, scratch_.path() / "findings/002-crash");
  EXPECT_EQ(read_findings(scratch_.path()).size(), 1U);
}

TEST_F(FindingFormat1, WhatIsNotKnownIsEmpty) {
  const Finding finding = read({{"place", ""}, {"place_is_exact", false}});
  EXPECT_TRUE(finding.place.file.empty());
  EXPECT_TRUE(finding.place_is_exact); // nothing is said about no place
  EXPECT_EQ(finding.runs, 0U);
  EXPECT_TRUE(finding.matters.empty() && finding.decisions.empty() && finding.stack.empty());
  EXPECT_TRUE(finding.sanitizer.empty());
  EXPECT_TRUE(finding.reproduce.run.empty() && finding.reproduce.script.empty());
  EXPECT_FALSE(read({{"place_is_exact", false}}).place_is_exact);
}

TEST_F(FindingFormat1, BecomesFormat2) {
  const Finding finding = read();
  const std::string text = finding_file_text(finding);
  scratch_.write("findings/002-crash/finding.json", text);
  EXPECT_EQ(finding_file_text(read_finding(finding.folder / "finding.json")), text);
}

TEST_F(FindingFormat1, Kinds) {
  const std::pair<const char *, const char *> cases[] = {
      {"crash", "crash"},         {"arithmetic", "division-by-zero"}, {"abort", "abort"},
      {"assertion", "assertion"}, {"exception", "exception"},         {"time-out", "endless-loop"}};
  for (const auto &[now, then] : cases)
    EXPECT_EQ(read({{"kind", now}}).kind_name(), then);
  // SIGFPE does not say which of the two it is.
  EXPECT_EQ(read({{"kind", "arithmetic"}}).title, "division by zero, or quotient that is too large for its type");
}

TEST_F(FindingFormat1, RuntimeErrors) {
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
  const Finding index = read({{"kind", "sanitizer"}, {"message", "index 8 out of bounds for type 'int[4]'"}});
  EXPECT_EQ(index.title, "index outside of an array");
  EXPECT_EQ(index.cwe, 129U);
}

TEST_F(FindingFormat1, ReportsOfSanitizers) {
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

TEST_F(FindingFormat1, ColumnsOfRuntimeErrors) {
  const nlohmann::json changes = {{"kind", "sanitizer"},
                                  {"message", "division by zero"},
                                  {"place", "x.c:3"},
                                  {"errors", "hello\n/src/x.c:3:17: runtime error: division by zero\nSUMMARY\n"}};
  const Finding finding = read(changes);
  EXPECT_EQ(finding.place.line, 3U);
  EXPECT_EQ(finding.place.column, 17U);
  EXPECT_TRUE(finding.sanitizer.starts_with("hello\n"));
}

TEST_F(FindingFormat1, WhatCannotBe) {
  EXPECT_NE(
      message_of<Error>([&] { read({{"kind", "nonsense"}}); }).find("kind is 'nonsense', which is not known"),
      std::string::npos);
  EXPECT_NE(message_of<Error>([&] { read({{"place", 3}}); }).find("place is not a text"), std::string::npos);
  read();
  std::filesystem::remove(scratch_.path() / "findings/002-crash/test.json");
  EXPECT_NE(message_of<Error>([&] { read_findings(scratch_.path()); }).find("test.json"), std::string::npos);
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
