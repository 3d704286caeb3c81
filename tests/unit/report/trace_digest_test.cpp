#include "report/trace_digest.h"
#include "sample_trace.h"

#include <gtest/gtest.h>

namespace braid::report::test {
namespace {

TEST(TraceDigest, CountsAndGroups) {
  SampleTrace trace;
  trace.everything();
  const trace::View view = trace.view();
  ASSERT_TRUE(view.whole()) << view.problems()[0].text();
  const TraceDigest digest(view);
  EXPECT_TRUE(digest.anything_symbolic);
  EXPECT_EQ(digest.decisions.size(), 8u);
  EXPECT_EQ(digest.places.size(), 4u);
  EXPECT_EQ((digest.places.at(Place{trace.loop, 0}).all), 5u);
  EXPECT_EQ((digest.places.at(Place{trace.in_strcmp, trace.call}).held), 0u);
  ASSERT_EQ(digest.concretised.size(), 2u);
  EXPECT_EQ(digest.concretised[0].count, 2u);
  EXPECT_EQ(digest.concretised[0].bytes, 4u);
  EXPECT_TRUE(digest.concretised[1].flag);
  ASSERT_EQ(digest.losses.size(), 1u);
  EXPECT_EQ(digest.losses[0].reason, BRAID_LOST_CALL);
  EXPECT_EQ(digest.threads, 1u);
  EXPECT_TRUE(digest.mismatches.empty());
  EXPECT_EQ(digest.sources[trace.input].labelled, 2u);
  EXPECT_EQ(digest.sources[trace.input].deciding, 2u);
  EXPECT_EQ(digest.sources[trace.number].labelled, 4u);
  EXPECT_EQ(digest.sources[trace.number].deciding, 4u);
}

TEST(TraceDigest, ReadWithoutDecision) {
  SampleTrace trace;
  const TraceDigest digest(trace.view());
  EXPECT_TRUE(digest.anything_symbolic);
  EXPECT_EQ(digest.sources[trace.input].labelled, 2u);
  EXPECT_EQ(digest.sources[trace.input].deciding, 0u);
}

TEST(TraceDigest, NothingSymbolic) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "abc");
  EXPECT_FALSE(TraceDigest(trace.view()).anything_symbolic);
  EXPECT_FALSE(TraceDigest(trace::View()).anything_symbolic);
}

} // namespace
} // namespace braid::report::test
