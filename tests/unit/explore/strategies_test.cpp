// Every strategy hands out every way exactly once, whatever order it has, and each keeps to what it promises.
#include "explore/strategy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace braid::explore {
namespace {

// A chain of branches, all taken by the first run; strategies are given the ways not gone.
class Strategies : public ::testing::Test {
protected:
  static Path path_of(const std::vector<Site> &sites, uint64_t choice = 1) {
    Path path;
    for (const Site site : sites) {
      Step step{};
      step.kind = StepKind::BRANCH;
      step.site = site;
      step.choice = choice;
      step.ways = 2;
      path.steps.push_back(step);
    }
    return path;
  }

  void run(Strategy &strategy, const Path &path, uint32_t new_ways = 0, bool diverged = false) {
    const TestNumber test = next_++;
    const Tree::Added added = tree_.add(path, test, Way::END);
    for (const Step &step : path.steps)
      coverage_.add(step);
    strategy.ran({test, path, new_ways, diverged});
    tree_.for_unvisited(added.first_new, [&](const Tree::Alternative &way) {
      strategy.add({way, test, path.steps[way.depth].site});
    });
  }

  // Takes all, closing each, and returns them in their order.
  std::vector<Candidate> take_all(Strategy &strategy) {
    std::vector<Candidate> taken;
    while (const std::optional<Candidate> candidate = strategy.take()) {
      if (tree_.state(candidate->way) != Way::UNVISITED)
        continue;
      tree_.set(candidate->way, Way::INFEASIBLE);
      taken.push_back(*candidate);
    }
    return taken;
  }

  Tree tree_;
  Coverage coverage_;
  Knowledge knowledge_{tree_, coverage_};
  TestNumber next_ = 0;
};

TEST_F(Strategies, EachWayOnce) {
  for (const StrategyEntry &entry : strategies()) {
    tree_ = Tree();
    next_ = 0;
    const std::unique_ptr<Strategy> strategy = entry.make(knowledge_, 42);
    run(*strategy, path_of({1, 2, 3, 4, 5}));
    run(*strategy, path_of({1, 2, 3, 4, 5}, 0));
    const std::vector<Candidate> taken = take_all(*strategy);
    std::set<std::pair<Node, uint64_t>> different;
    for (const Candidate &candidate : taken)
      different.emplace(candidate.way.node, candidate.way.choice);
    EXPECT_EQ(taken.size(), 8U) << entry.name; // the first decision was gone both ways
    EXPECT_EQ(different.size(), taken.size()) << entry.name;
    EXPECT_TRUE(tree_.is_complete()) << entry.name;
  }
}

TEST_F(Strategies, TheSameSeedGivesTheSameOrder) {
  for (const StrategyEntry &entry : strategies()) {
    std::vector<Node> orders[2];
    for (std::vector<Node> &order : orders) {
      tree_ = Tree();
      coverage_ = Coverage();
      next_ = 0;
      const std::unique_ptr<Strategy> strategy = entry.make(knowledge_, 7);
      run(*strategy, path_of({1, 2, 3, 4, 5, 6, 7, 8}));
      for (const Candidate &candidate : take_all(*strategy))
        order.push_back(candidate.way.node);
    }
    EXPECT_EQ(orders[0], orders[1]) << entry.name;
  }
}

std::vector<uint32_t> depths(const std::vector<Candidate> &candidates) {
  std::vector<uint32_t> found;
  for (const Candidate &candidate : candidates)
    found.push_back(candidate.way.depth);
  return found;
}

TEST_F(Strategies, DepthAndBreadth) {
  const std::unique_ptr<Strategy> deep = make_depth_first(knowledge_, 0),
                                  broad = make_breadth_first(knowledge_, 0);
  run(*deep, path_of({1, 2, 3}));
  EXPECT_EQ(depths(take_all(*deep)), (std::vector<uint32_t>{2, 1, 0}));
  tree_ = Tree();
  run(*broad, path_of({1, 2, 3}));
  EXPECT_EQ(depths(take_all(*broad)), (std::vector<uint32_t>{0, 1, 2}));
}

TEST_F(Strategies, GenerationalExpandsTheRunThatCoveredMost) {
  const std::unique_ptr<Strategy> strategy = make_generational(knowledge_, 0);
  run(*strategy, path_of({1, 2}), 1);    // test 0
  run(*strategy, path_of({1, 2}, 0), 5); // test 1
  std::vector<Step> other = path_of({1, 2}).steps;
  other[1].choice = 0;
  Path third;
  third.steps = other;
  third.steps.push_back(path_of({9}).steps[0]);
  run(*strategy, third, 9, true); // test 2 covers most, but diverged
  const std::vector<Candidate> taken = take_all(*strategy);
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].test, 1U);
  EXPECT_EQ(taken[1].test, 2U);
}

TEST_F(Strategies, CoverageGoesWhereNobodyWas) {
  const std::unique_ptr<Strategy> strategy = make_uncovered_first(knowledge_, 0);
  run(*strategy, path_of({1, 2, 3}));
  run(*strategy, path_of({1, 2}, 0)); // now both ways of 1 and 2 are covered somewhere, one of 3 is not
  const std::vector<Candidate> taken = take_all(*strategy);
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].site, 3U);
}

TEST_F(Strategies, AreFoundByName) {
  EXPECT_EQ(find_strategy("generational")->name, "generational");
  EXPECT_EQ(find_strategy("nothing"), nullptr);
}

} // namespace
} // namespace braid::explore
