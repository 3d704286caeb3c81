#include "expr/store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::expr {
namespace {

std::vector<Symbol> support_of(Store &store, Expr e) {
  const std::span<const Symbol> support = store.support(e);
  return {support.begin(), support.end()};
}

TEST(Store, EqualExpressionsAreOne) {
  Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
  EXPECT_EQ(store.symbol("x", 8), x);
  EXPECT_NE(x, y);
  EXPECT_EQ(store.constant(5, 8), store.constant(0x105, 8));
  EXPECT_NE(store.constant(5, 8), store.constant(5, 9));
  EXPECT_EQ(store.binary(BRAID_OP_UDIV, x, y), store.binary(BRAID_OP_UDIV, x, y));
  EXPECT_NE(store.binary(BRAID_OP_UDIV, x, y), store.binary(BRAID_OP_UDIV, y, x));
  EXPECT_EQ(store.plain(BRAID_OP_SUB, 8, x, x), store.plain(BRAID_OP_SUB, 8, x, x));
}

TEST(Store, KeepsManyExpressionsApart) {
  Store store;
  std::vector<Expr> made;
  for (unsigned i = 0; i < 100'000; i++)
    made.push_back(store.constant(i * Value(0x10001), 100));
  for (unsigned i = 0; i < made.size(); i++) {
    ASSERT_EQ(store.constant(i * Value(0x10001), 100), made[i]);
    ASSERT_TRUE(store.is_constant(made[i], i * Value(0x10001)));
  }
}

TEST(Store, ConstantsKeepAllTheirBits) {
  Store store;
  const Value wide = Value(0x0123456789abcdefu) << 64 | 0xfedcba9876543210u;
  EXPECT_TRUE(store.constant(store.constant(wide, 128)) == wide);
  EXPECT_TRUE(store.constant(store.constant(wide, 100)) == (wide & mask_of(100)));
  EXPECT_FALSE(store.constant(store.symbol("x", 128)).has_value());
}

TEST(Store, FindsSymbolsByName) {
  Store store;
  const Expr x = store.symbol("stdin[0]", 8), a = store.symbol("memory", 8, 32);
  EXPECT_EQ(store.find_symbol("stdin[0]"), store.symbol_of(x));
  EXPECT_FALSE(store.find_symbol("stdin[1]").has_value());
  EXPECT_EQ(store.expression_of(store.symbol_of(a)), a);
  EXPECT_EQ(store.name(store.symbol_of(a)), "memory");
  EXPECT_TRUE(store.is_array(a));
  EXPECT_FALSE(store.is_array(x));
  EXPECT_EQ(store.symbols(), 2u);
}

TEST(Store, EqualTablesAreOne) {
  Store store;
  const Expr one = store.table({{1, 2, 0, 0}, 0}, 8, 8);
  EXPECT_EQ(store.table({{1, 2}, 0}, 8, 8), one);
  EXPECT_NE(store.table({{1, 2}, 3}, 8, 8), one);
  EXPECT_NE(store.table({{1, 2}, 0}, 16, 8), one);
  EXPECT_TRUE(store.table_of(one).at(1) == 2 && store.table_of(one).at(7) == 0);
}

TEST(Store, SupportIsAllSymbolsOnceInOrder) {
  Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8), z = store.symbol("z", 8);
  const Expr product = store.binary(BRAID_OP_MUL, z, x);
  const Expr condition = store.compare(BRAID_OP_ULT, store.binary(BRAID_OP_UDIV, product, x), z);
  EXPECT_EQ(support_of(store, store.constant(1, 8)), std::vector<Symbol>());
  EXPECT_EQ(support_of(store, y), (std::vector<Symbol>{store.symbol_of(y)}));
  EXPECT_EQ(support_of(store, condition), (std::vector<Symbol>{store.symbol_of(x), store.symbol_of(z)}));
  const Expr all = store.both(condition, store.compare(BRAID_OP_EQ, y, z)); // one part known, the other not
  EXPECT_EQ(support_of(store, all), (std::vector<Symbol>{0, 1, 2}));
}

TEST(Store, SupportOutlivesLaterQuestions) {
  Store store;
  const Expr first = store.compare(BRAID_OP_ULT, store.symbol("x", 8), store.symbol("y", 8));
  const std::span<const Symbol> support = store.support(first);
  for (unsigned i = 0; i < 10'000; i++)
    store.support(store.compare(BRAID_OP_ULT, store.symbol(fmt::format("s{}", i), 8), store.symbol("x", 8)));
  EXPECT_EQ(std::vector<Symbol>(support.begin(), support.end()), (std::vector<Symbol>{0, 1}));
}

TEST(Store, SupportIncludesArraysAndTheirIndices) {
  Store store;
  const Expr array = store.symbol("a", 8, 32), index = store.symbol("i", 32), value = store.symbol("v", 8);
  const Expr read = store.read(store.write(array, index, value), store.symbol("j", 32));
  EXPECT_EQ(support_of(store, read), (std::vector<Symbol>{0, 1, 2, 3}));
}

TEST(Store, SupportOfDeepExpressionsNeedsNoStack) {
  Store store;
  const Expr x = store.symbol("x", 32), y = store.symbol("y", 32);
  Expr deep = x;
  for (unsigned i = 0; i < 300'000; i++)
    deep = store.plain(BRAID_OP_UDIV, 32, deep, y);
  EXPECT_EQ(support_of(store, deep), (std::vector<Symbol>{0, 1}));
  EXPECT_EQ(store.count(deep), 300'002u);
}

// What is noted on the way of a long walk is what a walk from there would find.
TEST(Store, SupportOfPartsOfDeepExpressions) {
  std::vector<std::vector<Symbol>> expected;
  for (const bool from_the_top : {false, true}) {
    Store store;
    std::vector<Expr> turns{store.symbol("x", 32)};
    for (unsigned i = 0; i < 2'000; i++) { // more symbols from turn to turn, up to nine
      const Expr other = i % 7 == 0 ? store.symbol(fmt::format("s{}", i / 250), 32) : store.constant(i + 2, 32);
      turns.push_back(store.plain(BRAID_OP_UDIV, 32, turns.back(), other));
    }
    if (from_the_top)
      support_of(store, turns.back());
    for (size_t i = 0; i < turns.size(); i++)
      if (from_the_top)
        EXPECT_EQ(support_of(store, turns[i]), expected[i]);
      else
        expected.push_back(support_of(store, turns[i]));
  }
  EXPECT_EQ(expected.back().size(), 9U);
}

TEST(Store, CountsSharedPartsOnce) {
  Store store;
  const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
  EXPECT_EQ(store.count(x), 1u);
  const Expr quotient = store.plain(BRAID_OP_UDIV, 8, x, y);
  EXPECT_EQ(store.count(quotient), 3u);
  EXPECT_EQ(store.count(store.plain(BRAID_OP_MUL, 8, quotient, quotient)), 4u);
  EXPECT_EQ(store.count(store.plain(BRAID_OP_EXTRACT, 4, quotient, 2)), 4u); // the number of a bit is no operand
}

} // namespace
} // namespace braid::expr
