// Floating-point circuits against the evaluator: with constants for operands nothing is left of the gates but the
// result.
#include "../../expr/random.h"
#include "../../sanitized.h"
#include "expr/semantics.h"
#include "solver/bits/number_circuits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

using expr::OPERATIONS;
using expr::Value;
using expr::test::Random;
using expr::test::test_seed;

Word word_of(Value value, unsigned width) {
  Word word(width);
  for (unsigned i = 0; i < width; i++)
    word[i] = (value >> i & 1) != 0 ? ALWAYS : NEVER;
  return word;
}

class NumberCircuit : public ::testing::Test {
protected:
  // Special numbers, any bits, numbers of similar size, and such with few digits, whose results are often exact.
  uint64_t number(unsigned width) {
    const unsigned fraction = width == 32 ? 23 : 52;
    const uint64_t sign = uint64_t(random_.below(2)) << (width - 1), any = uint64_t(random_.value(width));
    const uint64_t bias = width == 32 ? 127 : 1023, digits = any & ((uint64_t(1) << fraction) - 1);
    switch (random_.below(5)) {
    case 0:
      return random_.number(width);
    case 1:
      return any;
    case 2:
      return sign | (bias + random_.below(8) - 4) << fraction | digits;
    case 3: // around whole numbers
      return sign | (bias + random_.below(fraction + 4)) << fraction | digits;
    default:
      return sign | (bias + random_.below(20) - 10) << fraction | (digits >> (fraction - 4) << (fraction - 4));
    }
  }

  void expect_agreement(uint8_t op, unsigned width, unsigned from) {
    const bool integers = op == BRAID_OP_SITOF || op == BRAID_OP_UITOF;
    const auto operand = [&] { return integers ? random_.value(from) : Value(number(from)); };
    Value a = operand(), b = operand();
    const Value c = operand();
    if (random_.chance(5))
      b = a;
    if (random_.chance(3) && !integers)
      a = b ^ Value(1) << (from - 1);
    const Value expected = expr::apply<Value>(op, width, from, a, b, c);
    Gates gates;
    NumberCircuits circuits(gates);
    const Word result = circuits.operation(op, width, word_of(a, from), word_of(b, from), word_of(c, from));
    ASSERT_TRUE(result == word_of(expected, width))
        << fmt::format("{} from {} to {} of {:#x} {:#x} {:#x}: expected {:#x}, seed {}", OPERATIONS[op].name, from,
                       width, uint64_t(a), uint64_t(b), uint64_t(c), uint64_t(expected), seed_);
    ASSERT_EQ(gates.size(), 1u); // the constant
  }

  const uint64_t seed_ = test_seed();
  Random random_{seed_};
  const int count_ = int(braid::test::fewer_if_sanitized(4000));
};

TEST_F(NumberCircuit, ArithmeticAndComparison) {
  for (unsigned op = BRAID_OP_FADD; op <= BRAID_OP_FUNORDERED; op++)
    for (const unsigned width : {32u, 64u})
      for (int i = 0; i < count_ && NumberCircuits::knows(uint8_t(op)); i++)
        ASSERT_NO_FATAL_FAILURE(
            expect_agreement(uint8_t(op), OPERATIONS[op].shape == expr::Shape::FCOMPARE ? 1 : width, width));
}

TEST_F(NumberCircuit, ConversionBetweenNumbers) {
  for (int i = 0; i < 4 * count_; i++) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_FEXTEND, 64, 32));
    ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_FROUNDTO, 32, 64));
  }
}

TEST_F(NumberCircuit, ConversionFromAndToIntegers) {
  for (unsigned integer = 1; integer <= 128; integer++)
    for (const unsigned width : {32u, 64u})
      for (int i = 0; i < count_ / 16; i++) {
        ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_SITOF, width, integer));
        ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_UITOF, width, integer));
        ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_FTOSI, integer, width));
        ASSERT_NO_FATAL_FAILURE(expect_agreement(BRAID_OP_FTOUI, integer, width));
      }
}

} // namespace
} // namespace braid::solver::test
