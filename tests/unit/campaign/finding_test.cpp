// Which ends of runs are findings, what is read from the messages of programs, and that one bug is one finding.
#include "campaign/finding.h"
#include "campaign/suspect_finding.h"

#include <csignal>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::campaign {
namespace {

using results::Finding;
using results::FindingKind;
using target::Ending;
using target::Outcome;

class FindingOf : public ::testing::Test {
protected:
  std::optional<Finding> of(Ending ending, int number, const std::string &errors = "") {
    Outcome outcome;
    outcome.ending = ending;
    (ending == Ending::SIGNALLED ? outcome.signal : outcome.status) = number;
    outcome.errors = errors;
    return finding_of(outcome, path_, sites_, places_);
  }

  static std::string place(const std::optional<Finding> &finding) {
    const results::Location &at = finding->place;
    return fmt::format("{}:{} ({})", at.file, at.line, at.function);
  }

  explore::Path path_;
  explore::SiteTable sites_;
  target::SourcePlaces places_{"/no/such/program"};
};

TEST_F(FindingOf, OrdinaryEndsAreNone) {
  EXPECT_FALSE(of(Ending::EXITED, 0));
  EXPECT_FALSE(of(Ending::EXITED, 1, "usage: prog"));
  EXPECT_FALSE(of(Ending::STOPPED, 0));
  EXPECT_FALSE(of(Ending::SIGNALLED, SIGXFSZ)); // our limit
  EXPECT_FALSE(of(Ending::SIGNALLED, SIGTERM));
}

TEST_F(FindingOf, Signals) {
  EXPECT_EQ(of(Ending::SIGNALLED, SIGSEGV)->kind, FindingKind::CRASH);
  EXPECT_EQ(of(Ending::SIGNALLED, SIGFPE)->kind, FindingKind::DIVISION_BY_ZERO);
  EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT)->kind, FindingKind::ABORT);
  EXPECT_EQ(of(Ending::TIMED_OUT, 0)->kind, FindingKind::ENDLESS_LOOP);
}

TEST_F(FindingOf, Assertions) {
  const auto found =
      of(Ending::SIGNALLED, SIGABRT, "text\nprog: src/a.c:12: static int *f(int): Assertion `x > 0' failed.\n");
  EXPECT_EQ(found->kind, FindingKind::ASSERTION);
  EXPECT_EQ(found->message, "assertion `x > 0' failed");
  EXPECT_EQ(place(found), "src/a.c:12 (f)");
  EXPECT_TRUE(found->place_is_exact);
  EXPECT_EQ(found->confirmed_by, results::INSTRUMENTED_RUN);
  const auto marked = of(Ending::SIGNALLED, SIGABRT, "text\nsrc/a.c:17: f: assertion failed: x != 42: no\n");
  EXPECT_EQ(marked->kind, FindingKind::ASSERTION);
  EXPECT_EQ(marked->message, "assertion `x != 42: no' failed");
  EXPECT_EQ(place(marked), "src/a.c:17 (f)");
  const auto pretty = of(Ending::SIGNALLED, SIGABRT, "src/a.c:18: static int *f(int): assertion failed: x > 0\n");
  EXPECT_EQ(place(pretty), "src/a.c:18 (f)");
}

TEST_F(FindingOf, Exceptions) {
  const auto found = of(Ending::SIGNALLED, SIGABRT,
                        "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector\n");
  EXPECT_EQ(found->kind, FindingKind::EXCEPTION);
  EXPECT_EQ(found->message, "nobody caught std::out_of_range");
}

TEST_F(FindingOf, Sanitizers) {
  const auto address = of(Ending::EXITED, 1,
                          "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
                          "    #0 0x55 in f a.c:7:3\n");
  EXPECT_EQ(address->kind, FindingKind::HEAP_BUFFER_OVERFLOW);
  EXPECT_EQ(address->message, "AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(place(address), "a.c:7 (f)");
  const auto undefined = of(Ending::SIGNALLED, SIGABRT, "a.c:9:11: runtime error: signed integer overflow\n");
  EXPECT_EQ(undefined->message, "signed integer overflow");
  EXPECT_EQ(undefined->kind, FindingKind::OTHER);
  EXPECT_EQ(place(undefined), "a.c:9 ()");
}

// As much as is kept of standard error, without the end of a line; and all that begins like a message but is none.
TEST_F(FindingOf, LongLines) {
  constexpr size_t LENGTH = size_t(1) << 20;
  const auto repeated = [](const std::string &text) {
    std::string all;
    while (all.size() < LENGTH)
      all += text;
    return all;
  };
  for (const char *text : {"x", "1", ":", "#", " ", ": ", "p: a.c:1: ", "a:1:1: runtime error: ", "#0 0x1 in f ",
                           "#0 0x1 in f a:", "ERROR: ", "ERROR: Sanitizer: ", "ERROR: aSanitizer: ",
                           ": Assertion `", "terminate called after throwing an instance of '"}) {
    EXPECT_TRUE(of(Ending::SIGNALLED, SIGABRT, repeated(text))) << text;
  }
  const std::string line = repeated("x");
  EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT, line)->kind, FindingKind::ABORT);
  EXPECT_EQ(place(of(Ending::SIGNALLED, SIGABRT, line + "\nprog: a.c:3: f: Assertion `x' failed.\n")),
            "a.c:3 (f)");
  EXPECT_EQ(
      of(Ending::SIGNALLED, SIGABRT, line + "terminate called after throwing an instance of 'int'\n")->message,
      "nobody caught int");
  EXPECT_EQ(place(of(Ending::SIGNALLED, SIGABRT, line + "\na.c:9:11: runtime error: overflow\n")), "a.c:9 ()");
  EXPECT_EQ(
      place(of(Ending::EXITED, 1, "==1==ERROR: AddressSanitizer: SEGV on\n" + line + "\n #0 0x5 in f a.c:7:3\n")),
      "a.c:7 (f)");
}

// What looks like a message, nearly.
TEST_F(FindingOf, OtherTextIsNoMessage) {
  for (const char *text :
       {"a.c:3: f: Assertion `x' failed.\n", "p: :3: f: Assertion `x' failed.\n",
        "p: a.c:x: f: Assertion `x' failed.\n", "p: a.c:3: f: Assertion `x'\n failed.\n",
        "p: a.c:3:\n f: Assertion `x' failed.\n", "terminate called after throwing an instance of 'int\n'\n",
        "ERROR: Sanitizer: leak\n", "ERROR: AddressSanitizer:\n", "a.c:9: runtime error: overflow\n",
        ":9:1: runtime error: overflow\n"})
    EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT, text)->kind, FindingKind::ABORT) << text;
  const auto nested =
      of(Ending::SIGNALLED, SIGABRT, "p: a.cpp:12: int A::f(B::C*): Assertion `s != \"' failed.\"' failed.\n");
  EXPECT_EQ(nested->message, "assertion `s != \"' failed.\"' failed");
  EXPECT_EQ(place(nested), "a.cpp:12 (A::f)");
}

class FindingList : public ::testing::Test {
protected:
  static Finding at(uint32_t line, const std::string &input, uint32_t test = 0) {
    Finding finding = results::finding_of_kind(FindingKind::SHIFT_OUT_OF_RANGE);
    finding.place = {"a.c", line, 0, "f"};
    finding.message = "shift exponent " + std::to_string(input.size()) + " is too large";
    finding.inputs = {{.name = "stdin", .source = {}, .bytes = input}};
    finding.test = test;
    return finding;
  }

  Findings findings_;
};

// Whatever the message says: it has numbers in it.
TEST_F(FindingList, OneBugIsOne) {
  EXPECT_EQ(findings_.add(at(1, "ab", 4)), Findings::News::NEW);
  EXPECT_EQ(findings_.add(at(1, "abc", 9)), Findings::News::KNOWN);
  EXPECT_EQ(findings_.add(at(2, "ab")), Findings::News::NEW);
  ASSERT_EQ(findings_.all().size(), 2U);
  EXPECT_EQ(findings_.all()[0].runs, 2U);
  EXPECT_EQ(findings_.all()[0].test, 4U);
  EXPECT_EQ(findings_.all()[1].number, 2U);
  Finding other = at(2, "ab");
  other.kind = FindingKind::CRASH;
  EXPECT_EQ(findings_.add(other), Findings::News::NEW);
}

TEST_F(FindingList, TheSimplestInputStays) {
  findings_.add(at(1, "\x01\x02", 4));
  EXPECT_EQ(findings_.add(at(1, "ab", 5)), Findings::News::SIMPLER);
  EXPECT_EQ(findings_.add(at(1, "a", 6)), Findings::News::SIMPLER);
  EXPECT_EQ(findings_.add(at(1, "b", 7)), Findings::News::KNOWN);
  ASSERT_EQ(findings_.all().size(), 1U);
  EXPECT_EQ(findings_.all()[0].inputs[0].bytes, "a");
  EXPECT_EQ(findings_.all()[0].number, 1U);
  EXPECT_EQ(findings_.all()[0].runs, 4U);
}

TEST_F(FindingList, WithoutAPlaceTheMessageCounts) {
  Finding nowhere = at(0, "a");
  nowhere.place = {};
  nowhere.message = "killed by SIGSEGV";
  EXPECT_EQ(findings_.add(nowhere), Findings::News::NEW);
  nowhere.message = "killed by SIGBUS";
  EXPECT_EQ(findings_.add(nowhere), Findings::News::NEW);
}

TEST_F(FindingList, GoesOnWhereAnotherProcessWas) {
  Finding earlier = at(3, "a");
  earlier.number = 1;
  earlier.runs = 7;
  findings_.take({earlier});
  EXPECT_EQ(findings_.add(at(3, "b")), Findings::News::KNOWN);
  EXPECT_EQ(findings_.all()[0].runs, 8U);
  EXPECT_EQ(findings_.add(at(4, "b")), Findings::News::NEW);
  EXPECT_EQ(findings_.last().number, 2U);
}

TEST_F(FindingList, TestsAreNamedLater) {
  findings_.add(at(1, "a"));
  findings_.add(at(2, "b"));
  EXPECT_EQ(findings_.name_test(at(2, "b").inputs, 12), std::vector<size_t>{1});
  EXPECT_EQ(findings_.all()[1].test, 12U);
  EXPECT_TRUE(findings_.name_test(at(2, "b").inputs, 13).empty());
}

// What lies beside an object depends on how far an access goes.
TEST_F(FindingList, AnAccessIsOneWhateverItHits) {
  const auto of_kind = [](FindingKind kind, const std::string &input) {
    Finding finding = at(5, input);
    results::set_kind(finding, kind);
    return finding;
  };
  EXPECT_EQ(findings_.add(of_kind(FindingKind::WILD_POINTER, "1")), Findings::News::NEW);
  EXPECT_NE(findings_.known(of_kind(FindingKind::HEAP_BUFFER_OVERFLOW, "22")), nullptr);
  EXPECT_EQ(findings_.add(of_kind(FindingKind::HEAP_BUFFER_OVERFLOW, "22")), Findings::News::SIMPLER); // says more
  EXPECT_EQ(findings_.add(of_kind(FindingKind::POINTER_OVERFLOW, "")), Findings::News::KNOWN);
  EXPECT_EQ(findings_.last().kind_name(), "heap-buffer-overflow");
  EXPECT_EQ(findings_.last().runs, 3U);
  Finding index = of_kind(FindingKind::OTHER, "");
  EXPECT_EQ(findings_.known(index), nullptr);
  index.cwe = results::CWE_INDEX;
  EXPECT_NE(findings_.known(index), nullptr);
  // A null pointer at the same place is another bug.
  EXPECT_EQ(findings_.add(of_kind(FindingKind::NULL_POINTER, "1")), Findings::News::NEW);
}

TEST(Causes, OfWhatARunShows) {
  const auto named = [](FindingKind kind, uint16_t check) {
    Finding finding = results::finding_of_kind(kind);
    name_cause(finding, check);
    return std::string(finding.kind_name());
  };
  EXPECT_EQ(named(FindingKind::WILD_POINTER, BRAID_CHECK_FORMAT), "format-string");
  EXPECT_EQ(named(FindingKind::WILD_POINTER, BRAID_CHECK_INDEX), "wild-pointer");
  EXPECT_EQ(named(FindingKind::DOUBLE_FREE, BRAID_CHECK_FORMAT), "double-free");
  EXPECT_EQ(named(FindingKind::USE_AFTER_SCOPE, explore::CHECK_OUTSIDE), "stack-buffer-overflow");
  EXPECT_EQ(named(FindingKind::USE_AFTER_FREE, BRAID_CHECK_LENGTH), "heap-buffer-overflow");
  EXPECT_EQ(named(FindingKind::USE_AFTER_FREE, BRAID_CHECK_SHIFT), "use-after-free");
}

} // namespace
} // namespace braid::campaign
