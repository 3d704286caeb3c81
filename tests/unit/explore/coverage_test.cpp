// What is counted, and what strategies may ask about besides.
#include "explore/coverage.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

Step step(Site site, uint64_t choice, StepKind kind = StepKind::BRANCH) {
  Step made{};
  made.kind = kind;
  made.site = site;
  made.choice = choice;
  return made;
}

TEST(Coverage, CountsEachWayOnce) {
  Coverage coverage;
  EXPECT_EQ(coverage.add({{{1, 2}, {2, 100}}, {}, 0, {}}), 0U);
  EXPECT_EQ(coverage.total(), 102U);
  EXPECT_EQ(coverage.covered(), 0U);
  EXPECT_EQ(coverage.add({{}, {{1, 0}, {2, 63}, {2, 64}, {2, 99}}, 0, {}}), 4U);
  EXPECT_EQ(coverage.add({{{1, 2}}, {{1, 0}, {2, 99}, {1, 1}}, 0, {}}), 1U); // another program tells it again
  EXPECT_EQ(coverage.total(), 102U);
  EXPECT_EQ(coverage.covered(), 5U);
  EXPECT_TRUE(coverage.is_covered(2, 64));
  EXPECT_FALSE(coverage.is_covered(2, 65));
  EXPECT_FALSE(coverage.is_covered(7, 0));
  EXPECT_EQ(coverage.ways(2), 100U);
}

TEST(Coverage, StepsElsewhereAreKnownButNotCounted) {
  Coverage coverage;
  coverage.add({{{1, 2}}, {{1, 0}}, 0, {}});
  coverage.add(step(1, 1)); // its flag says it, or nothing does
  coverage.add(step(3, 1));
  coverage.add(step(3, 70, StepKind::SWITCH));
  coverage.add(step(4, 1, StepKind::VALUE));
  EXPECT_FALSE(coverage.is_covered(1, 1));
  EXPECT_TRUE(coverage.is_covered(3, 1));
  EXPECT_TRUE(coverage.is_covered(3, 70));
  EXPECT_FALSE(coverage.is_covered(4, 1));
  EXPECT_FALSE(coverage.is_counted(3));
  EXPECT_EQ(coverage.covered(), 1U);
  EXPECT_EQ(coverage.total(), 2U);
}

TEST(Coverage, TellsWhatCouldNotBeWatched) {
  Coverage coverage;
  coverage.add(WayNews{{}, {}, 5, {}});
  coverage.add(WayNews{{}, {}, 3, {}});
  EXPECT_EQ(coverage.refused(), 5U);
}

} // namespace
} // namespace braid::explore
