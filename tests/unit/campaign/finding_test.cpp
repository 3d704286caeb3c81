// Which ends of runs are findings, what is read from the messages of programs, and that one bug is one finding.
#include "campaign/finding.h"

#include <csignal>
#include <gtest/gtest.h>

namespace braid::campaign {
namespace {

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
  EXPECT_EQ(of(Ending::SIGNALLED, SIGFPE)->kind, FindingKind::ARITHMETIC);
  EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT)->kind, FindingKind::ABORT);
  EXPECT_EQ(of(Ending::TIMED_OUT, 0)->kind, FindingKind::TIME_OUT);
}

TEST_F(FindingOf, Assertions) {
  const auto found =
      of(Ending::SIGNALLED, SIGABRT, "text\nprog: src/a.c:12: static int *f(int): Assertion `x > 0' failed.\n");
  EXPECT_EQ(found->kind, FindingKind::ASSERTION);
  EXPECT_EQ(found->message, "assertion `x > 0' failed");
  EXPECT_EQ(found->place, "src/a.c:12 (f)");
  EXPECT_TRUE(found->is_exact);
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
  EXPECT_EQ(address->kind, FindingKind::SANITIZER);
  EXPECT_EQ(address->message, "AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(address->place, "a.c:7 (f)");
  const auto undefined = of(Ending::SIGNALLED, SIGABRT, "a.c:9:11: runtime error: signed integer overflow\n");
  EXPECT_EQ(undefined->message, "signed integer overflow");
  EXPECT_EQ(undefined->place, "a.c:9");
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
  EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT, line + "\nprog: a.c:3: f: Assertion `x' failed.\n")->place,
            "a.c:3 (f)");
  EXPECT_EQ(
      of(Ending::SIGNALLED, SIGABRT, line + "terminate called after throwing an instance of 'int'\n")->message,
      "nobody caught int");
  EXPECT_EQ(of(Ending::SIGNALLED, SIGABRT, line + "\na.c:9:11: runtime error: overflow\n")->place, "a.c:9");
  EXPECT_EQ(
      of(Ending::EXITED, 1, "==1==ERROR: AddressSanitizer: SEGV on\n" + line + "\n #0 0x5 in f a.c:7:3\n")->place,
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
  EXPECT_EQ(nested->place, "a.cpp:12 (A::f)");
}

TEST(Findings, OneBugIsOne) {
  Findings findings;
  Finding finding;
  finding.kind = FindingKind::CRASH;
  finding.place = "a.c:1 (f)";
  finding.message = "killed by SIGSEGV";
  finding.test = 4;
  EXPECT_TRUE(findings.add(finding));
  finding.test = 9;
  EXPECT_FALSE(findings.add(finding));
  finding.place = "a.c:2 (f)";
  EXPECT_TRUE(findings.add(finding));
  ASSERT_EQ(findings.all().size(), 2U);
  EXPECT_EQ(findings.all()[0].runs, 2U);
  EXPECT_EQ(findings.all()[0].test, 4U);
  // Sanitizers tell the values too.
  finding.kind = FindingKind::SANITIZER;
  finding.message = "shift exponent 33 is too large";
  EXPECT_TRUE(findings.add(finding));
  finding.message = "shift exponent 34 is too large";
  EXPECT_FALSE(findings.add(finding));
}

} // namespace
} // namespace braid::campaign
