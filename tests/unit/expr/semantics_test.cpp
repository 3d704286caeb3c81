// Integer operations against bit-by-bit arithmetic: all operands of small widths, random ones of all widths.
#include "../sanitized.h"
#include "bit_reference.h"
#include "expr/semantics.h"
#include "random.h"

#include <gtest/gtest.h>

namespace braid::expr::test {
namespace {

std::vector<uint8_t> operations_of(Shape shape, unsigned operands) {
  std::vector<uint8_t> found;
  for (unsigned op = 0; op < BRAID_OP_COUNT; op++)
    if (OPERATIONS[op].shape == shape && OPERATIONS[op].operands == operands)
      found.push_back(uint8_t(op));
  return found;
}

std::string text(Value value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%#llx:%016llx", (unsigned long long)(value >> 64),
                (unsigned long long)value);
  return buffer;
}

void expect_same(uint8_t op, unsigned width, unsigned from, Value a, Value b) {
  const Value expected = reference(op, width, from, a, b);
  const auto where = [&] {
    return std::string(OPERATIONS[op].name) + " from " + std::to_string(from) + " to " + std::to_string(width) +
           " of " + text(a) + " and " + text(b);
  };
  if (width <= 64 && from <= 64) {
    ASSERT_EQ(apply<uint64_t>(op, width, from, uint64_t(a), uint64_t(b), 0), uint64_t(expected)) << where();
  }
  ASSERT_TRUE(apply<Value>(op, width, from, a, b, 0) == expected) << where();
}

TEST(Semantics, SmallWidthsExhaustively) {
  const std::vector<uint8_t> same = operations_of(Shape::SAME, 2), compare = operations_of(Shape::COMPARE, 2);
  for (unsigned width = 1; width <= (braid::test::SANITIZED ? 5U : 8U); width++)
    for (Value a = 0; a <= mask_of(width); a++)
      for (Value b = 0; b <= mask_of(width); b++) {
        for (const uint8_t op : same)
          ASSERT_NO_FATAL_FAILURE(expect_same(op, width, width, a, b));
        for (const uint8_t op : compare)
          ASSERT_NO_FATAL_FAILURE(expect_same(op, 1, width, a, b));
      }
}

TEST(Semantics, UnaryExhaustively) {
  for (unsigned width = 1; width <= (braid::test::SANITIZED ? 8U : 12U); width++)
    for (Value a = 0; a <= mask_of(width); a++) {
      for (const uint8_t op : operations_of(Shape::SAME, 1))
        if (op != BRAID_OP_BSWAP || width % 8 == 0) {
          ASSERT_NO_FATAL_FAILURE(expect_same(op, width, width, a, 0));
        }
      for (const uint8_t op : {BRAID_OP_ZEXT, BRAID_OP_SEXT})
        for (const unsigned to : {width + 1, 13u, 32u, 64u, 65u, 128u})
          ASSERT_NO_FATAL_FAILURE(expect_same(op, to, width, a, 0));
    }
}

TEST(Semantics, AllWidthsAtRandom) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  const std::vector<uint8_t> same = operations_of(Shape::SAME, 2), compare = operations_of(Shape::COMPARE, 2),
                             unary = operations_of(Shape::SAME, 1);
  for (unsigned round = 0; round < braid::test::fewer_if_sanitized(40); round++)
    for (unsigned width = 1; width <= 128; width++) {
      const Value a = random.value(width);
      const Value b = random.chance(20) ? Value(random.below(2 * width)) & mask_of(width) : random.value(width);
      for (const uint8_t op : same)
        ASSERT_NO_FATAL_FAILURE(expect_same(op, width, width, a, b));
      for (const uint8_t op : compare)
        ASSERT_NO_FATAL_FAILURE(expect_same(op, 1, width, a, b));
      for (const uint8_t op : unary)
        if (op != BRAID_OP_BSWAP || width % 8 == 0) {
          ASSERT_NO_FATAL_FAILURE(expect_same(op, width, width, a, 0));
        }
      if (width < 128) {
        const unsigned to = unsigned(width + 1 + random.below(128 - width));
        ASSERT_NO_FATAL_FAILURE(expect_same(BRAID_OP_ZEXT, to, width, a, 0));
        ASSERT_NO_FATAL_FAILURE(expect_same(BRAID_OP_SEXT, to, width, a, 0));
      }
    }
}

TEST(Semantics, PartsAndChoices) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  for (unsigned round = 0; round < braid::test::fewer_if_sanitized(20'000); round++) {
    const unsigned high = unsigned(1 + random.below(127)), low = unsigned(1 + random.below(128 - high));
    const Value a = random.value(high), b = random.value(low);
    BitString both = bits_of(b, low);
    const BitString upper = bits_of(a, high);
    both.insert(both.end(), upper.begin(), upper.end());
    const Value joined = apply<Value>(BRAID_OP_CONCAT, high + low, high, a, b, 0);
    ASSERT_TRUE(joined == value_of(both));
    if (high + low <= 64) {
      ASSERT_EQ(apply<uint64_t>(BRAID_OP_CONCAT, high + low, high, uint64_t(a), uint64_t(b), 0), uint64_t(joined));
    }
    const unsigned width = unsigned(1 + random.below(high + low - 1)),
                   from = unsigned(random.below(high + low - width + 1));
    const BitString part(both.begin() + from, both.begin() + from + width);
    ASSERT_TRUE(apply<Value>(BRAID_OP_EXTRACT, width, high + low, joined, from, 0) == value_of(part));
    if (high + low <= 64) {
      ASSERT_EQ(apply<uint64_t>(BRAID_OP_EXTRACT, width, high + low, uint64_t(joined), from, 0),
                uint64_t(value_of(part)));
    }
    ASSERT_TRUE(apply<Value>(BRAID_OP_ITE, 128, 1, 1, a, b) == a);
    ASSERT_TRUE(apply<Value>(BRAID_OP_ITE, 128, 1, 0, a, b) == b);
  }
}

} // namespace
} // namespace braid::expr::test
