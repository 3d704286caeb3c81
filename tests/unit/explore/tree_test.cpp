// The tree against a plain picture of it: a random decision tree whose every path is known, explored in any order.
#include "../expr/random.h"
#include "explore/tree.h"

#include <gtest/gtest.h>
#include <map>

namespace braid::explore {
namespace {

using expr::test::Random;
using expr::test::test_seed;

Step step(StepKind kind, Site site, uint64_t choice, uint32_t ways = 2) {
  Step made{};
  made.kind = kind;
  made.site = site;
  made.choice = choice;
  made.ways = ways;
  return made;
}

Path path_of(std::vector<Step> steps) {
  Path path;
  path.steps = std::move(steps);
  return path;
}

std::vector<Tree::Alternative> unvisited(const Tree &tree, uint32_t from) {
  std::vector<Tree::Alternative> found;
  tree.for_unvisited(from, [&](const Tree::Alternative &way) { found.push_back(way); });
  return found;
}

TEST(Tree, AnEmptyPathIsAllThereIs) {
  Tree tree;
  EXPECT_FALSE(tree.is_closed());
  EXPECT_EQ(tree.add(path_of({}), 0, Way::END).kind, Tree::Added::Kind::NEW);
  EXPECT_TRUE(tree.is_closed());
  EXPECT_TRUE(tree.is_complete());
  EXPECT_EQ(tree.add(path_of({}), 1, Way::END).kind, Tree::Added::Kind::KNOWN);
}

TEST(Tree, TwoSidesOfABranch) {
  Tree tree;
  const Tree::Added first = tree.add(path_of({step(StepKind::BRANCH, 7, 1)}), 0, Way::END);
  EXPECT_EQ(first.first_new, 0U);
  const std::vector<Tree::Alternative> ways = unvisited(tree, 0);
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(ways[0].choice, 0U);
  EXPECT_EQ(tree.open_ways(0), 1U);
  tree.set(ways[0], Way::TAKEN);
  EXPECT_FALSE(tree.is_closed());
  EXPECT_EQ(tree.open_ways(0), 1U);
  tree.set(ways[0], Way::INFEASIBLE);
  EXPECT_TRUE(tree.is_complete());
  EXPECT_EQ(tree.open_ways(0), 0U);
  // Somebody goes there after all: whoever said it is infeasible was wrong.
  EXPECT_EQ(tree.add(path_of({step(StepKind::BRANCH, 7, 0)}), 1, Way::END).kind, Tree::Added::Kind::REFUTED);
  EXPECT_TRUE(tree.is_complete());
}

TEST(Tree, WhatIsNotKnownToTheEndIsClosedButNotComplete) {
  for (const Way way : {Way::TIME, Way::MEMORY, Way::THEORY, Way::SOLVER, Way::DIVERGED, Way::DEPTH,
                        Way::ITERATIONS, Way::VALUES}) {
    Tree tree;
    tree.add(path_of({step(StepKind::BRANCH, 1, 1), step(StepKind::BRANCH, 2, 1)}), 0, Way::END);
    tree.set(unvisited(tree, 1)[0], Way::INFEASIBLE);
    tree.set(unvisited(tree, 0)[0], way);
    EXPECT_TRUE(tree.is_closed());
    EXPECT_FALSE(tree.is_complete()) << way_text(way);
    // A run that comes by after all opens it again.
    tree.add(path_of({step(StepKind::BRANCH, 1, 0), step(StepKind::BRANCH, 3, 0)}), 1, Way::END);
    EXPECT_FALSE(tree.is_closed());
    tree.set(unvisited(tree, 1)[0], Way::INFEASIBLE);
    EXPECT_TRUE(tree.is_complete());
  }
}

TEST(Tree, ARunThatWasCutEndsAnywhere) {
  Tree tree;
  const Path longer = path_of({step(StepKind::BRANCH, 1, 1), step(StepKind::BRANCH, 2, 1)});
  const Path shorter = path_of({step(StepKind::BRANCH, 1, 1)});
  EXPECT_EQ(tree.add(shorter, 0, Way::CUT).kind, Tree::Added::Kind::NEW);
  EXPECT_EQ(tree.add(longer, 1, Way::END).kind, Tree::Added::Kind::NEW); // it goes on
  EXPECT_EQ(tree.add(shorter, 2, Way::CUT).kind, Tree::Added::Kind::KNOWN);
  EXPECT_EQ(tree.add(shorter, 3, Way::END).kind, Tree::Added::Kind::PREFIX); // the same path cannot end twice
  EXPECT_EQ(tree.add(path_of({step(StepKind::BRANCH, 1, 1), step(StepKind::BRANCH, 9, 1)}), 4, Way::END).kind,
            Tree::Added::Kind::STRANGE);
  EXPECT_EQ(
      tree.add(path_of({step(StepKind::BRANCH, 1, 1), step(StepKind::BRANCH, 2, 1), step(StepKind::BRANCH, 3, 1)}),
               5, Way::END)
          .kind,
      Tree::Added::Kind::PREFIX);
}

TEST(Tree, ValuesAreOfferedUntilSomebodySaysThatThereAreNoMore) {
  Tree tree;
  tree.add(path_of({step(StepKind::VALUE, 5, 1000)}), 0, Way::END);
  const std::vector<Tree::Alternative> ways = unvisited(tree, 0);
  ASSERT_EQ(ways.size(), 1U);
  tree.set(ways[0], Way::TAKEN);
  tree.add(path_of({step(StepKind::VALUE, 5, 2000)}), 1, Way::END);
  EXPECT_EQ(tree.values(ways[0].node).size(), 2U);
  EXPECT_FALSE(tree.is_closed());
  tree.set(ways[0], Way::UNVISITED);
  EXPECT_EQ(tree.state(ways[0]), Way::UNVISITED);
  tree.set(ways[0], Way::INFEASIBLE);
  EXPECT_TRUE(tree.is_complete());
}

TEST(Tree, NobodyWantsAnAssumptionBroken) {
  Tree tree;
  tree.add(path_of({step(StepKind::ASSUME, 5, 1)}), 0, Way::END);
  EXPECT_TRUE(tree.is_complete());
  Tree broken;
  broken.add(path_of({step(StepKind::ASSUME, 5, 0)}), 0, Way::REJECTED);
  ASSERT_EQ(unvisited(broken, 0).size(), 1U);
  EXPECT_EQ(unvisited(broken, 0)[0].choice, 1U);
}

// A decision tree as a program would have it. Ways that nobody can go are null.
struct Decision {
  StepKind kind = StepKind::BRANCH;
  Site site = 0;
  std::map<uint64_t, std::unique_ptr<Decision>> ways; // a null is an end
};

std::unique_ptr<Decision> random_decision(Random &random, unsigned depth, Site &next) {
  if (depth == 0 || random.chance(15))
    return nullptr;
  auto made = std::make_unique<Decision>();
  made->site = next++;
  const uint64_t kind = random.below(4);
  made->kind = kind == 0 ? StepKind::SWITCH : kind == 1 ? StepKind::VALUE : StepKind::BRANCH;
  for (uint64_t way = 0; way < 4; way++)
    if ((made->kind != StepKind::BRANCH || way < 2) && (made->ways.empty() || random.chance(70)))
      made->ways[made->kind == StepKind::VALUE ? way * 1000 : way] = random_decision(random, depth - 1, next);
  return made;
}

Path random_path(const Decision *at, Random &random) {
  Path path;
  while (at != nullptr) {
    auto way = at->ways.begin();
    std::advance(way, ptrdiff_t(random.below(at->ways.size())));
    path.steps.push_back(step(at->kind, at->site, way->first, at->kind == StepKind::SWITCH ? 4 : 2));
    at = way->second.get();
  }
  return path;
}

size_t count_paths(const Decision *at) {
  if (at == nullptr)
    return 1;
  size_t sum = 0;
  for (const auto &[choice, next] : at->ways)
    sum += count_paths(next.get());
  return sum;
}

TEST(Tree, ExploredInAnyOrderItEndsWithAllPathsAndNothingOpen) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (int round = 0; round < 300; round++) {
    Site next = 1;
    const std::unique_ptr<Decision> program = random_decision(random, 6, next);
    Tree tree;
    std::map<std::vector<uint64_t>, TestNumber> seen;
    std::map<TestNumber, Path> paths;
    std::vector<std::pair<Tree::Alternative, TestNumber>> open;
    const auto run = [&](const Path &path) {
      const TestNumber test = TestNumber(paths.size());
      std::vector<uint64_t> choices;
      for (const Step &each : path.steps)
        choices.push_back(each.choice);
      const Tree::Added added = tree.add(path, test, Way::END);
      const bool is_new = seen.emplace(choices, test).second;
      ASSERT_EQ(added.kind == Tree::Added::Kind::NEW, is_new);
      ASSERT_EQ(added.kind == Tree::Added::Kind::KNOWN, !is_new);
      paths[test] = path;
      tree.for_unvisited(added.first_new, [&](const Tree::Alternative &way) { open.emplace_back(way, test); });
    };
    run(random_path(program.get(), random));
    while (!open.empty()) {
      ASSERT_FALSE(tree.is_closed());
      std::swap(open[random.below(open.size())], open.back());
      const auto [way, test] = open.back();
      open.pop_back();
      if (tree.test(way.node) != test || tree.state(way) != Way::UNVISITED)
        continue;
      // Where the decision is in the program, and whether the way exists.
      const Decision *at = program.get();
      Path prefix;
      for (uint32_t i = 0; i < way.depth; i++) {
        prefix.steps.push_back(paths[test].steps[i]);
        at = at->ways.at(prefix.steps.back().choice).get();
      }
      ASSERT_EQ(tree.site(way.node), at->site);
      uint64_t choice = way.choice;
      bool exists = at->ways.count(choice) != 0;
      if (at->kind == StepKind::VALUE) {
        const std::vector<uint64_t> values = tree.values(way.node);
        exists = false;
        for (const auto &[value, behind] : at->ways)
          if (std::find(values.begin(), values.end(), value) == values.end()) {
            choice = value;
            exists = true;
          }
      }
      if (!exists) {
        tree.set(way, Way::INFEASIBLE);
        continue;
      }
      tree.set(way, Way::TAKEN);
      prefix.steps.push_back(step(at->kind, at->site, choice, at->kind == StepKind::SWITCH ? 4 : 2));
      for (const Step &more : random_path(at->ways.at(choice).get(), random).steps)
        prefix.steps.push_back(more);
      run(prefix);
      if (at->kind == StepKind::VALUE) {
        tree.set(way, Way::UNVISITED);
        open.emplace_back(way, test);
      }
      if (random.chance(10)) {
        const size_t before = tree.nodes();
        tree.drop_closed();
        ASSERT_LE(tree.nodes(), before);
      }
    }
    EXPECT_EQ(seen.size(), count_paths(program.get()));
    EXPECT_TRUE(tree.is_closed());
    EXPECT_TRUE(tree.is_complete());
    for (const auto &[test, path] : paths)
      EXPECT_EQ(tree.open_ways(test), 0U);
    tree.drop_closed();
    EXPECT_EQ(tree.nodes(), 0U);
    EXPECT_TRUE(tree.is_complete());
  }
}

} // namespace
} // namespace braid::explore
