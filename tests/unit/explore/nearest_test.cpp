// Of inputs that go beyond a limit, those that go least beyond it.
#include "explore/nearest.h"
#include "expr/evaluate.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

// The values of one byte that are left by each of the conditions, with the first one that leaves some.
std::vector<unsigned> left_by(expr::Store &store, Expr byte, Expr wrong) {
  for (const Expr condition : nearest(store, wrong)) {
    std::vector<unsigned> left;
    for (unsigned value = 0; value < 256; value++) {
      expr::Assignment assignment;
      assignment.set(store.symbol_of(byte), value);
      expr::Evaluator evaluator(store);
      evaluator.assign(assignment);
      if (evaluator.holds(wrong) && evaluator.holds(condition))
        left.push_back(value);
    }
    if (!left.empty())
      return left;
  }
  return {};
}

TEST(Nearest, BehindTheEnd) {
  expr::Store store;
  const Expr byte = store.symbol("b", 8);
  const std::vector<unsigned> expected{10, 11};
  EXPECT_EQ(left_by(store, byte, store.compare(BRAID_OP_ULT, store.constant(9, 8), byte)), expected);
  EXPECT_EQ(left_by(store, byte, store.compare(BRAID_OP_ULE, store.constant(10, 8), byte)), expected);
}

TEST(Nearest, BeforeTheBegin) {
  expr::Store store;
  const Expr byte = store.symbol("b", 8);
  const std::vector<unsigned> left = left_by(store, byte, store.compare(BRAID_OP_SLT, byte, store.constant(0, 8)));
  ASSERT_FALSE(left.empty());
  for (const unsigned value : left)
    EXPECT_GE(value, 248U); // -8 to -1
}

TEST(Nearest, NothingWithoutALimit) {
  expr::Store store;
  const Expr a = store.symbol("a", 8), b = store.symbol("b", 8);
  EXPECT_TRUE(nearest(store, store.compare(BRAID_OP_ULT, a, b)).empty());
}

} // namespace
} // namespace braid::explore
