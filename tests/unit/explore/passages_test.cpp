// Runs that went some way more often than all before them.
#include "explore/passages.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

Path path_of(Site site, unsigned times, uint64_t choice = 1) {
  Path path;
  for (unsigned i = 0; i < times; i++) {
    Step step{};
    step.kind = StepKind::BRANCH;
    step.site = site;
    step.choice = choice;
    path.steps.push_back(step);
  }
  return path;
}

TEST(Passages, CountsUpToFour) {
  Passages passages;
  for (const unsigned times : {1U, 2U, 3U, 4U}) {
    EXPECT_TRUE(passages.add(path_of(7, times))) << times;
    EXPECT_FALSE(passages.add(path_of(7, times))) << times;
  }
}

TEST(Passages, ThenByClasses) {
  Passages passages;
  EXPECT_TRUE(passages.add(path_of(7, 9)));
  EXPECT_FALSE(passages.add(path_of(7, 12)));
  EXPECT_TRUE(passages.add(path_of(7, 16)));
}

TEST(Passages, TellsPlacesAndWaysApart) {
  Passages passages;
  EXPECT_TRUE(passages.add(path_of(7, 2)));
  EXPECT_TRUE(passages.add(path_of(8, 2)));
  EXPECT_TRUE(passages.add(path_of(7, 2, 0)));
  EXPECT_FALSE(passages.add({}));
}

} // namespace
} // namespace braid::explore
