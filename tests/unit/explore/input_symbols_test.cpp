#include "explore/input_symbols.h"

#include <gtest/gtest.h>

namespace braid::explore {
namespace {

TEST(InputSymbols, AreNamedLikeTheBytesTheyStandFor) {
  expr::Store store;
  InputSymbols symbols(store);
  const uint32_t in = symbols.source("stdin");
  const Expr byte = symbols.byte(in, 3), size = symbols.size(in);
  EXPECT_EQ(store.name(store.symbol_of(byte)), "stdin[3]");
  EXPECT_EQ(store.width(byte), 8u);
  EXPECT_EQ(store.name(store.symbol_of(size)), "size(stdin)");
  EXPECT_EQ(store.width(size), 64u);
}

TEST(InputSymbols, TheSamePlaceIsTheSameSymbol) {
  expr::Store store;
  InputSymbols symbols(store);
  const uint32_t in = symbols.source("stdin"), other = symbols.source("argv[1]");
  EXPECT_NE(in, other);
  EXPECT_EQ(symbols.source("stdin"), in);
  EXPECT_EQ(symbols.byte(in, 3), symbols.byte(in, 3));
  EXPECT_NE(symbols.byte(in, 3), symbols.byte(in, 4));
  EXPECT_NE(symbols.byte(in, 3), symbols.byte(other, 3));
  EXPECT_EQ(symbols.size(in), symbols.size(in));
}

TEST(InputSymbols, KnowsWhatASymbolStandsFor) {
  expr::Store store;
  InputSymbols symbols(store);
  const uint32_t first = symbols.source("stdin"), second = symbols.source("data");
  const Expr byte = symbols.byte(second, 7), size = symbols.size(first), stranger = store.symbol("x", 8);
  const auto place = symbols.place(store.symbol_of(byte));
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->source, second);
  EXPECT_EQ(place->offset, 7u);
  EXPECT_FALSE(place->is_size());
  EXPECT_TRUE(symbols.place(store.symbol_of(size))->is_size());
  EXPECT_FALSE(symbols.place(store.symbol_of(stranger)).has_value());
}

TEST(InputSymbols, ListsTheBytesThatHaveSymbols) {
  expr::Store store;
  InputSymbols symbols(store);
  const uint32_t in = symbols.source("stdin");
  EXPECT_TRUE(symbols.bytes(in).empty());
  EXPECT_EQ(symbols.known_size(in), 0u);
  const Expr byte = symbols.byte(in, 2);
  ASSERT_EQ(symbols.bytes(in).size(), 3u);
  EXPECT_EQ(symbols.bytes(in)[0], 0u);
  EXPECT_EQ(symbols.bytes(in)[2], byte);
}

} // namespace
} // namespace braid::explore
