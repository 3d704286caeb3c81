// Every strategy hands out every way exactly once, whatever order it has, and each keeps to what it promises.
#include "explore/strategy.h"
#include "trace_builder.h"

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
    finish_run(strategy, {next_++, path, new_ways, diverged});
  }

  // A run that also has something to tell about ways.
  void tell(Strategy &strategy, const WayNews &news, const Path &path) {
    finish_run(strategy, {next_++, path, coverage_.add(news), false, &news});
  }

  void finish_run(Strategy &strategy, const RunNews &news) {
    const Path &path = news.path;
    const TestNumber test = news.test;
    const Tree::Added added = tree_.add(path, test, Way::END);
    for (const Step &step : path.steps)
      coverage_.add(step);
    strategy.ran(news);
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

  // Sites have numbers as ids. Ten of them.
  void SetUp() override {
    for (uint32_t i = 0; i < 10; i++) {
      const uint32_t site = program_.add_site(BRAID_SITE_BRANCH, "a.c", "main", i + 1, 1);
      program_.site(site).id = site;
      EXPECT_EQ(sites_.number(program_.view(), site), site);
    }
  }

  trace::test::TraceBuilder program_;
  SiteTable sites_;
  Tree tree_;
  Coverage coverage_;
  Knowledge knowledge_{tree_, coverage_, sites_};
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
  tell(*strategy, {{{1, 2}, {2, 2}, {3, 2}}, {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 1}}, 0, {}}, path_of({1, 2, 3}));
  run(*strategy, path_of({1, 2}, 0)); // now both ways of 1 and 2 are covered somewhere, one of 3 is not
  const std::vector<Candidate> taken = take_all(*strategy);
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].site, 3U);
}

// Of two ways that were both gone elsewhere, the one behind which, says the code, there is something new: site 8,
// which no run has come near.
TEST_F(Strategies, CoverageKnowsCodeThatNoRunHasSeen) {
  const auto way = [](uint64_t site, uint32_t number) { return braid_way_point(site, number); };
  const WayNews news{{{1, 2}, {2, 2}, {3, 2}, {8, 2}},
                     {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}, {3, 1}},
                     0,
                     {{1, way(1, 0)},
                      {1, way(1, 1)},
                      {2, way(2, 0)},
                      {2, way(2, 1)},
                      {3, way(3, 0)},
                      {3, way(3, 1)},
                      {way(1, 1), 2},
                      {way(1, 0), 2},
                      {way(2, 1), 3},
                      {way(2, 0), 8},
                      {8, way(8, 0)},
                      {8, way(8, 1)}}};
  const std::unique_ptr<Strategy> strategy = make_uncovered_first(knowledge_, 0);
  tell(*strategy, news, path_of({1, 2, 3}));
  const std::vector<Candidate> taken = take_all(*strategy);
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].site, 2U); // 8 comes at once
  EXPECT_EQ(taken[1].site, 1U); // then by way of 2
  EXPECT_EQ(taken[2].site, 3U); // nothing new behind it
}

// A decision in a library is as good as what follows the call.
TEST_F(Strategies, CoverageLooksBehindCallsOfLibraries) {
  const auto way = [](uint64_t site, uint32_t number) { return braid_way_point(site, number); };
  // 4 and 5 are in libraries, called at 6 and at 7; behind 7 is a branch nobody has come to.
  const WayNews news{{{8, 2}}, {}, 0, {{7, 8}, {8, way(8, 0)}}};
  Path path = path_of({4, 5});
  path.steps[0].caller = 6;
  path.steps[1].caller = 7;
  const std::unique_ptr<Strategy> strategy = make_uncovered_first(knowledge_, 0);
  tell(*strategy, news, path);
  const std::vector<Candidate> taken = take_all(*strategy);
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].site, 5U);
}

TEST_F(Strategies, AreFoundByName) {
  EXPECT_EQ(find_strategy("generational")->name, "generational");
  EXPECT_EQ(find_strategy("nothing"), nullptr);
}

} // namespace
} // namespace braid::explore
