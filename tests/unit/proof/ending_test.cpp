// How runs end of which no sanitizer tells, and why others may have said less than they should.
#include "proof/report.h"
#include "proof/sanitized_runs.h"

#include <csignal>
#include <gtest/gtest.h>

namespace braid::proof {
namespace {

using results::FindingKind;
using target::Ending;

target::Outcome ended(Ending ending, int signal = 0, std::string errors = {}) {
  target::Outcome outcome;
  outcome.ending = ending;
  outcome.signal = signal;
  outcome.errors = std::move(errors);
  return outcome;
}

TEST(Ending, IsAFinding) {
  const auto kind_of = [](const target::Outcome &outcome) { return report_of_ending(outcome).finding.kind; };
  EXPECT_EQ(kind_of(ended(Ending::TIMED_OUT)), FindingKind::ENDLESS_LOOP);
  EXPECT_EQ(kind_of(ended(Ending::SIGNALLED, SIGSEGV)), FindingKind::CRASH);
  EXPECT_EQ(kind_of(ended(Ending::SIGNALLED, SIGABRT)), FindingKind::ABORT);
  EXPECT_EQ(kind_of(ended(Ending::SIGNALLED, SIGABRT, "terminate called after throwing an instance of 'E'\n")),
            FindingKind::EXCEPTION);
  const Report assertion =
      report_of_ending(ended(Ending::SIGNALLED, SIGABRT, "p: x.c:12: int f(int): Assertion `a' failed.\n"));
  EXPECT_EQ(assertion.finding.kind, FindingKind::ASSERTION);
  EXPECT_EQ(assertion.finding.place.line, 12U);
  EXPECT_TRUE(assertion.finding.confirmed);
  EXPECT_TRUE(assertion.is_of_signal);
}

TEST(Ending, LeavesAGapOrNone) {
  EXPECT_EQ(gap_of(ended(Ending::EXITED)), "");
  EXPECT_EQ(gap_of(ended(Ending::SIGNALLED, SIGSEGV)), "");
  EXPECT_EQ(gap_of(ended(Ending::TIMED_OUT)), "");
  EXPECT_NE(gap_of(ended(Ending::SERVER_LOST)), "");
  EXPECT_NE(gap_of(ended(Ending::SIGNALLED, SIGXFSZ)).find("--run-file-limit"), std::string::npos);
  EXPECT_NE(gap_of(ended(Ending::SIGNALLED, SIGTERM)).find("killed by SIGTERM"), std::string::npos);
  target::Outcome large = ended(Ending::SIGNALLED, SIGKILL);
  large.used_up_memory = true;
  EXPECT_NE(gap_of(large).find("--run-memory"), std::string::npos);
  target::Outcome loud = ended(Ending::EXITED);
  loud.errors_whole = false;
  EXPECT_NE(gap_of(loud).find("standard error"), std::string::npos);
}

} // namespace
} // namespace braid::proof
