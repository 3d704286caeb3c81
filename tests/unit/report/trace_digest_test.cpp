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
  EXPECT_EQ(digest.places, 3u); // two sites are at one location
  EXPECT_EQ(digest.places_made_concrete, 1u);
  EXPECT_EQ(digest.places_lost, 1u);
  EXPECT_TRUE(digest.own_sites);
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

TEST(TraceDigest, SitesOfModelsAreNotTheProgramsOwn) {
  TraceBuilder trace;
  EXPECT_FALSE(TraceDigest(trace.view()).own_sites);
  trace.add_site(BRAID_SITE_BRANCH, "strings.c", "__braid_model_strcmp", 8, 1, {}, 0, true);
  EXPECT_FALSE(TraceDigest(trace.view()).own_sites);
  trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 8, 1);
  EXPECT_TRUE(TraceDigest(trace.view()).own_sites);
}

TEST(TraceDigest, Locations) {
  TraceBuilder trace;
  const uint32_t first = trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 8, 1);
  const uint32_t same = trace.add_site(BRAID_SITE_SWITCH, "main.c", "main", 8, 1);
  const uint32_t other = trace.add_site(BRAID_SITE_BRANCH, "main.c", "main", 8, 2);
  const uint32_t model = trace.add_site(BRAID_SITE_BRANCH, "strings.c", "strcmp", 8, 1, {}, 0, true);
  const trace::View view = trace.view();
  Locations locations(view);
  EXPECT_EQ(locations.of({same, 0}), locations.of({first, 0}));
  EXPECT_NE(locations.of({other, 0}), locations.of({first, 0}));
  EXPECT_EQ(locations.of({model, same}), locations.of({first, 0}));
}

TEST(TraceDigest, NothingSymbolic) {
  TraceBuilder trace;
  trace.add_source(BRAID_SOURCE_STDIN, "abc");
  EXPECT_FALSE(TraceDigest(trace.view()).anything_symbolic);
  EXPECT_FALSE(TraceDigest(trace::View()).anything_symbolic);
}

} // namespace
} // namespace braid::report::test
