// Distances in a graph, compared with what a much simpler way of computing them says.
#include "explore/flow.h"
#include "explore/random.h"

#include <gtest/gtest.h>
#include <random>

namespace braid::explore {
namespace {

TEST(Flow, DistanceToTheNearestGoal) {
  Flow flow;
  EXPECT_TRUE(flow.add(1, 2));
  EXPECT_FALSE(flow.add(1, 2));
  flow.add(2, 3);
  flow.add(3, 1);
  flow.add(2, 9);
  flow.add(9, 10);
  EXPECT_EQ(flow.distance(1), Flow::FAR); // not measured yet
  const Flow::Point goals[] = {10, 77};
  flow.measure(goals);
  EXPECT_EQ(flow.distance(10), 0U);
  EXPECT_EQ(flow.distance(77), 0U); // although nothing leads there
  EXPECT_EQ(flow.distance(1), 3U);
  EXPECT_EQ(flow.distance(3), 4U);
  EXPECT_EQ(flow.distance(1234), Flow::FAR);
  flow.measure({});
  EXPECT_EQ(flow.distance(1), Flow::FAR);
}

TEST(Flow, RandomGraphs) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned round = 0; round < 200; round++) {
    const uint64_t points = 1 + random.below(12);
    Flow flow;
    std::vector<std::pair<uint64_t, uint64_t>> edges;
    for (uint64_t i = random.below(3 * points); i > 0; i--) {
      edges.emplace_back(random.below(points), random.below(points));
      flow.add(edges.back().first, edges.back().second);
    }
    const std::vector<Flow::Point> goals(random.below(2), random.below(points));
    flow.measure(goals);
    std::vector<uint64_t> expected(points, Flow::FAR);
    for (const Flow::Point goal : goals)
      expected[goal] = 0;
    for (uint64_t i = 0; i < points; i++)
      for (const auto &[from, to] : edges)
        expected[from] = std::min(expected[from], expected[to] == Flow::FAR ? Flow::FAR : expected[to] + 1);
    for (uint64_t point = 0; point < points; point++)
      EXPECT_EQ(flow.distance(point), expected[point]);
  }
}

} // namespace
} // namespace braid::explore
