#include "expr/evaluate.h"
#include "expr/semantics.h"
#include "random.h"

#include <gtest/gtest.h>

namespace braid::expr {
namespace {

TEST(ArrayValue, KeepsElementsByIndex) {
  ArrayValue array;
  array.fallback = 9;
  EXPECT_TRUE(array.at(3) == 9);
  for (const unsigned index : {5u, 1u, 7u, 3u})
    array.set(index, index * 10);
  array.set(5, 51);
  EXPECT_TRUE(array.at(5) == 51 && array.at(1) == 10 && array.at(7) == 70 && array.at(3) == 30 &&
              array.at(4) == 9);
  EXPECT_EQ(array.elements.size(), 4u);
}

TEST(Assignment, SymbolsWithoutAValueAreZero) {
  Assignment assignment;
  EXPECT_TRUE(assignment[3] == 0);
  assignment.set(3, 7);
  EXPECT_TRUE(assignment[3] == 7 && assignment[2] == 0 && assignment[4] == 0);
  EXPECT_EQ(assignment.size(), 4u);
  EXPECT_TRUE(assignment.array(1) == ArrayValue());
  assignment.clear();
  EXPECT_TRUE(assignment[3] == 0);
}

TEST(Evaluator, EveryOperationHasItsMeaning) {
  const uint64_t seed = test::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  test::Random random(seed);
  for (const unsigned width : {1u, 7u, 8u, 32u, 63u, 64u, 65u, 127u, 128u}) {
    Store store;
    const Expr x = store.symbol("x", width), y = store.symbol("y", width);
    std::vector<Expr> expressions;
    for (uint8_t op = BRAID_OP_ADD; op <= BRAID_OP_SLE; op++)
      expressions.push_back(store.plain(op, OPERATIONS[op].shape == Shape::COMPARE ? 1 : width, x, y));
    Evaluator evaluator(store);
    for (int i = 0; i < 200; i++) {
      Assignment assignment;
      const Value a = random.value(width), b = random.value(width);
      assignment.set(0, a);
      assignment.set(1, b);
      evaluator.assign(assignment);
      for (const Expr e : expressions)
        ASSERT_TRUE(evaluator.value(e) == apply<Value>(store[e].op, store.width(e), width, a, b, 0))
            << OPERATIONS[store[e].op].name << " of " << width << " bits";
    }
  }
}

TEST(Evaluator, BitsAboveASymbolsWidthDoNotMatter) {
  Store store;
  const Expr x = store.symbol("x", 4);
  Assignment assignment;
  assignment.set(0, 0xff);
  Evaluator evaluator(store);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.value(x) == 0xf);
}

// What was wide under one assignment is small under the next, and expressions are added in between.
TEST(Evaluator, ForgetsWithEachAssignment) {
  Store store;
  const Expr x = store.symbol("x", 128), sum = store.plain(BRAID_OP_ADD, 128, x, store.constant(1, 128));
  Evaluator evaluator(store);
  Assignment wide, small;
  wide.set(0, mask_of(128) - 1);
  small.set(0, 41);
  evaluator.assign(wide);
  EXPECT_TRUE(evaluator.value(sum) == mask_of(128));
  evaluator.assign(small);
  EXPECT_TRUE(evaluator.value(sum) == 42);
  const Expr later = store.plain(BRAID_OP_EXTRACT, 8, sum, 0), half = store.plain(BRAID_OP_EXTRACT, 64, x, 64);
  EXPECT_TRUE(evaluator.value(later) == 42);
  EXPECT_TRUE(evaluator.value(half) == 0);
  evaluator.assign(wide);
  EXPECT_TRUE(evaluator.value(half) == mask_of(64));
  EXPECT_TRUE(evaluator.value(later) == 0xff);
}

TEST(Evaluator, LooksThroughWritesAndChoicesOfArrays) {
  Store store;
  const Expr a = store.symbol("a", 8, 16), i = store.symbol("i", 16), p = store.symbol("p", 1);
  const Expr known = store.table({{10, 11, 12}, 99}, 8, 16);
  const Expr written = store.plain(BRAID_OP_WRITE, 8, a, i, store.constant(7, 8), 16);
  const Expr chosen = store.plain(BRAID_OP_ITE, 8, p, written, known, 16);
  const auto read = [&](unsigned index) {
    return store.plain(BRAID_OP_READ, 8, chosen, store.constant(index, 16));
  };
  const Expr first = read(1), second = read(2), far = read(500);
  Assignment assignment;
  ArrayValue contents;
  contents.fallback = 5;
  contents.set(1, 1);
  assignment.set_array(store.symbol_of(a), contents);
  assignment.set(store.symbol_of(i), 2);
  assignment.set(store.symbol_of(p), 1);
  Evaluator evaluator(store);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.value(first) == 1 && evaluator.value(second) == 7 && evaluator.value(far) == 5);
  assignment.set(store.symbol_of(p), 0);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.value(first) == 11 && evaluator.value(second) == 12 && evaluator.value(far) == 99);
}

TEST(Evaluator, DeepExpressionsNeedNoStack) {
  Store store;
  Expr deep = store.symbol("x", 32);
  for (unsigned i = 0; i < 300'000; i++)
    deep = store.plain(BRAID_OP_ADD, 32, deep, store.constant(1, 32));
  Assignment assignment;
  assignment.set(0, 5);
  Evaluator evaluator(store);
  evaluator.assign(assignment);
  EXPECT_TRUE(evaluator.value(deep) == 300'005);
}

} // namespace
} // namespace braid::expr
