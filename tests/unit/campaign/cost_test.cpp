// Costs are added up, come back from their text, and are nothing if that was damaged.
#include "campaign/cost.h"

#include <gtest/gtest.h>

namespace braid::campaign {
namespace {

Cost sample(uint64_t factor) {
  Cost cost;
  cost.processes = 1;
  cost.elapsed = std::chrono::nanoseconds(5'000'000'000 * factor);
  cost.statistics.runs = 70 * factor; // is shown by the tests
  cost.statistics.queries = 11 * factor;
  cost.statistics.satisfiable = 6 * factor;
  cost.statistics.unsatisfiable = 4 * factor;
  cost.statistics.unknown = factor;
  cost.statistics.conditions = 30 * factor;
  cost.statistics.longest_condition = 9 * factor;
  cost.statistics.solver_time = std::chrono::nanoseconds(13 * factor);
  cost.statistics.executor_time = std::chrono::nanoseconds(17 * factor);
  cost.memory = 1000 / factor;
  cost.not_checked = {{"for some reason", 2 * factor}};
  cost.layers = {{"slices", {11 * factor, 1, 2, 3, std::chrono::nanoseconds(4 * factor)}}};
  return cost;
}

TEST(Cost, IsAddedUp) {
  Cost sum = sample(1);
  Cost more = sample(2);
  more.layers.push_back({"bits", {7, 0, 0, 0, {}}});
  more.not_checked["for another"] = 1;
  sum.add(more);
  EXPECT_EQ(sum.processes, 2U);
  EXPECT_EQ(sum.elapsed, std::chrono::seconds(15));
  EXPECT_EQ(sum.statistics.runs, 70U);
  EXPECT_EQ(sum.statistics.queries, 33U);
  EXPECT_EQ(sum.statistics.longest_condition, 18U);
  EXPECT_EQ(sum.statistics.executor_time.count(), 51);
  EXPECT_EQ(sum.memory, 1000U);
  EXPECT_EQ(sum.not_checked, (std::map<std::string, uint64_t>{{"for another", 1}, {"for some reason", 6}}));
  ASSERT_EQ(sum.layers.size(), 2U);
  EXPECT_EQ(sum.layers[0].second.asked, 33U);
  EXPECT_EQ(sum.layers[0].second.time.count(), 12);
  EXPECT_EQ(sum.layers[1].first, "bits");
}

TEST(Cost, ComesBackFromItsText) {
  const std::string text = sample(3).text();
  EXPECT_EQ(cost_of(text).text(), text);
  EXPECT_EQ(cost_of(text).statistics.unsatisfiable, 12U);
  EXPECT_EQ(cost_of(text).layers.front().second.unknown, 3U);
}

TEST(Cost, IsNothingIfItCannotBeRead) {
  const std::string whole = sample(3).text();
  for (const std::string &text :
       {std::string(), std::string("[]"), std::string("{\"processes\": 4}"), whole.substr(0, whole.size() / 2)})
    EXPECT_EQ(cost_of(text).processes, 0U) << text;
}

} // namespace
} // namespace braid::campaign
