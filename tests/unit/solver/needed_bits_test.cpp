// Which bits of its symbols a query depends on: of random expressions, and of those that programs make.
#include "../expr/random_tree.h"
#include "solver/needed_bits.h"

#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

using namespace braid::expr;
using expr::test::Random;
using expr::test::RandomTree;
using expr::test::test_seed;

TEST(NeededBits, OfMaskedParts) {
  Store store;
  const Expr a = store.symbol("a", 8), b = store.symbol("b", 8);
  const Expr low = store.binary(BRAID_OP_AND, store.resize(a, 32, false), store.constant(7, 32));
  const Expr sum = store.binary(BRAID_OP_ADD, low, store.extract(b, 4, 4) == 0 ? low : store.resize(b, 32, false));
  const Expr masked = store.binary(BRAID_OP_AND, sum, store.constant(3, 32));
  const std::vector<Expr> first{store.compare(BRAID_OP_EQ, low, store.constant(5, 32))};
  EXPECT_EQ(needed_bits(store, first), (std::map<Symbol, Value>{{0, 7}}));
  const std::vector<Expr> second{store.compare(BRAID_OP_EQ, masked, store.constant(1, 32))};
  EXPECT_EQ(needed_bits(store, second), (std::map<Symbol, Value>{{0, 3}, {1, 3}}));
  const std::vector<Expr> third{store.compare(BRAID_OP_SLT, sum, store.constant(9, 32))};
  EXPECT_EQ(needed_bits(store, third), (std::map<Symbol, Value>{{0, 7}, {1, 255}}));
}

// Values that agree in the needed bits give the same result.
TEST(NeededBits, OtherBitsChangeNothing) {
  Random random(test_seed());
  size_t with_others = 0;
  for (int round = 0; round < 20000; round++) {
    Store store;
    RandomTree trees(store, random, {.floats = round % 3 == 0, .arrays = round % 4 == 0});
    const std::vector<Expr> roots{trees.tree(1, 5)};
    const std::map<Symbol, Value> needed = needed_bits(store, roots);
    Evaluator evaluator(store);
    Assignment assignment = trees.assignment();
    evaluator.assign(assignment);
    const Value before = evaluator.value(roots[0]);
    const Assignment others = trees.assignment();
    for (Symbol symbol = 0; symbol < store.symbols(); symbol++) {
      if (store.is_array(store.expression_of(symbol)))
        continue;
      const auto found = needed.find(symbol);
      const Value mask = found == needed.end() ? 0 : found->second;
      with_others += (~mask & mask_of(store.width(store.expression_of(symbol)))) != 0;
      assignment.set(symbol, (assignment[symbol] & mask) | (others[symbol] & ~mask));
    }
    evaluator.assign(assignment);
    ASSERT_EQ(before, evaluator.value(roots[0])) << "seed " << test_seed() << ", round " << round;
  }
  EXPECT_GT(with_others, 1000u);
}

} // namespace
} // namespace braid::solver::test
