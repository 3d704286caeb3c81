// The rules at widths that cannot be enumerated, on floating-point numbers and on arrays: random expressions, as
// they are and as the rules make them, have the same values.
#include "../sanitized.h"
#include "random_tree.h"

#include <gtest/gtest.h>

namespace braid::expr {
namespace {

using test::Random;
using test::RandomTree;
using test::Remade;

void compare(test::TreeOptions options, unsigned levels, unsigned rounds) {
  const uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned round = 0; round < braid::test::fewer_if_sanitized(rounds); round++) {
    Store plain, made;
    RandomTree trees(plain, random, options);
    Remade remade(plain, made);
    std::vector<std::pair<Expr, Expr>> pairs;
    for (int i = 0; i < 20; i++) {
      const Expr tree = trees.tree(trees.any_width(), levels);
      pairs.emplace_back(tree, remade(tree));
    }
    Evaluator expected(plain), actual(made);
    for (int i = 0; i < 12; i++) {
      const Assignment assignment = trees.assignment();
      Assignment translated; // symbols have other numbers there
      for (Symbol s = 0; s < plain.symbols(); s++)
        if (const auto there = made.find_symbol(plain.name(s))) {
          translated.set(*there, assignment[s]);
          translated.set_array(*there, assignment.array(s));
        }
      expected.assign(assignment);
      actual.assign(translated);
      for (const auto &[tree, simpler] : pairs) {
        ASSERT_EQ(made.width(simpler), plain.width(tree));
        ASSERT_TRUE(expected.value(tree) == actual.value(simpler))
            << test::tree_text(plain, tree) << "\nbecame " << test::tree_text(made, simpler);
      }
    }
    for (Expr e = 1; e < made.size(); e++) {
      const braid_node node = made[e];
      if (OPERATIONS[node.op].operands == 0)
        continue;
      const Expr again = made.make(node.op, node.width, node.a, node.b, node.c);
      ASSERT_EQ(again, e) << test::tree_text(made, e) << "\nmade again is " << test::tree_text(made, again);
    }
  }
}

TEST(RandomRules, KeepTheValueOfBits) { compare({}, 3, 4000); }

TEST(RandomRules, KeepTheValueOfDeepExpressions) { compare({}, 6, 300); }

TEST(RandomRules, KeepTheValueOfNumbers) { compare({.floats = true}, 3, 3000); }

TEST(RandomRules, KeepTheValueOfArrays) { compare({.arrays = true}, 4, 1500); }

} // namespace
} // namespace braid::expr
