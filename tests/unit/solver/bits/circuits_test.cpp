// The bit-vector layer against the evaluator, operation by operation: with fixed operands the result must be what
// semantics.h says, and nothing else must be possible.
#include "../../expr/random.h"
#include "expr/semantics.h"
#include "solver/chain.h"

#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

using expr::OPERATIONS;
using expr::Shape;
using expr::test::Random;
using expr::test::test_seed;

class Circuit : public ::testing::Test {
protected:
  Circuit() : solver_(store_, options()) { RecordProperty("seed", std::to_string(seed_)); }

  static Options options() {
    Options options;
    options.procedure = Procedure::BITS;
    options.external.clear();
    options.time_limit = std::chrono::minutes(30); // sanitizers are slow
    return options;
  }

  // op at this width on symbols, as no rule may touch it.
  Expr applied(uint8_t op, unsigned width, unsigned from, uint32_t b_bit = 0) {
    x_ = symbol(0, from);
    y_ = symbol(1, from);
    p_ = symbol(2, 1);
    switch (OPERATIONS[op].shape) {
    case Shape::ITE:
      return store_.plain(op, width, p_, x_, y_);
    case Shape::EXTRACT:
      return store_.plain(op, width, x_, b_bit);
    default:
      return OPERATIONS[op].operands == 1 ? store_.plain(op, width, x_) : store_.plain(op, width, x_, y_);
    }
  }

  Expr symbol(unsigned number, unsigned width) {
    return store_.symbol(std::to_string(number) + "_" + std::to_string(width), width);
  }
  Expr equals(uint8_t op, Expr e, Value value) {
    return store_.plain(op, 1, e, store_.constant(value, store_.width(e)));
  }

  void expect_only(Expr e, Value a, Value b, bool p) {
    Assignment assignment;
    assignment.set(store_.symbol_of(x_), a);
    assignment.set(store_.symbol_of(y_), b);
    assignment.set(store_.symbol_of(p_), p);
    expr::Evaluator evaluator(store_);
    evaluator.assign(assignment);
    const Value expected = evaluator.value(e);
    std::vector<Expr> constraints = {equals(BRAID_OP_EQ, x_, a), equals(BRAID_OP_EQ, y_, b),
                                     equals(BRAID_OP_EQ, p_, p), equals(BRAID_OP_EQ, e, expected)};
    const auto where = [&] {
      return std::string(OPERATIONS[store_[e].op].name) + " width " + std::to_string(store_.width(e)) + " from " +
             std::to_string(store_.width(x_)) + " low parts " + std::to_string(uint64_t(a)) + " " +
             std::to_string(uint64_t(b)) + ", BRAID_TEST_SEED=" + std::to_string(seed_);
    };
    ASSERT_EQ(solver_.solve({constraints}).verdict, Verdict::SATISFIABLE) << where();
    constraints.back() = equals(BRAID_OP_NE, e, expected);
    ASSERT_EQ(solver_.solve({constraints}).verdict, Verdict::UNSATISFIABLE) << where();
  }

  uint64_t seed_ = test_seed();
  Random random_{seed_};
  Store store_;
  Solver solver_;
  Expr x_ = 0, y_ = 0, p_ = 0;
};

std::vector<uint8_t> operations() {
  std::vector<uint8_t> all;
  for (uint8_t op = BRAID_OP_ADD; op <= BRAID_OP_BITREVERSE; op++)
    all.push_back(op);
  return all;
}

TEST_F(Circuit, SmallWidthsExhaustively) {
  for (const uint8_t op : operations())
    for (const unsigned from : {1u, 2u, 3u}) {
      const Shape shape = OPERATIONS[op].shape;
      if (shape == Shape::CONCAT || op == BRAID_OP_BSWAP || (shape == Shape::EXTRACT && from == 1))
        continue;
      const unsigned width = shape == Shape::COMPARE   ? 1
                             : shape == Shape::EXTRACT ? from - 1
                             : shape == Shape::RESIZE  ? from + 2
                                                       : from;
      const Expr e = applied(op, width, from, shape == Shape::EXTRACT ? 1 : 0);
      for (Value a = 0; a <= expr::mask_of(from); a++)
        for (Value b = 0; b <= expr::mask_of(from); b++)
          ASSERT_NO_FATAL_FAILURE(expect_only(e, a, b, (a + b) % 2 != 0));
    }
}

TEST_F(Circuit, WideWordsAtRandom) {
  for (const uint8_t op : operations())
    for (const unsigned from : {8u, 13u, 32u, 64u, 72u, 128u}) {
      const Shape shape = OPERATIONS[op].shape;
      if ((shape == Shape::CONCAT && from > 64) || (shape == Shape::RESIZE && from == 128) ||
          (op == BRAID_OP_BSWAP && from % 8 != 0))
        continue;
      const unsigned width = shape == Shape::COMPARE   ? 1
                             : shape == Shape::EXTRACT ? from / 2
                             : shape == Shape::RESIZE  ? std::min(128u, from * 2)
                             : shape == Shape::CONCAT  ? from * 2
                                                       : from;
      const Expr e = applied(op, width, from, from / 3);
      for (unsigned i = 0; i < 6; i++) {
        const Value a = random_.value(from);
        const Value b =
            random_.chance(50) ? random_.value(from) : Value(random_.below(from + 2)) & expr::mask_of(from);
        ASSERT_NO_FATAL_FAILURE(expect_only(e, a, b, random_.chance(50)));
      }
    }
}

// Multiplication and division by constants have circuits of their own.
TEST_F(Circuit, ByConstants) {
  for (const uint8_t op : {BRAID_OP_MUL, BRAID_OP_UDIV, BRAID_OP_UREM, BRAID_OP_SDIV, BRAID_OP_SREM})
    for (const unsigned width : {4u, 8u, 17u, 32u, 64u, 128u})
      for (unsigned i = 0; i < 8; i++) {
        applied(op, width, width);
        const Value c = i == 0 ? 0 : random_.value(width);
        const Expr e = store_.plain(uint8_t(op), width, x_, store_.constant(c, width));
        for (unsigned j = 0; j < 3; j++)
          ASSERT_NO_FATAL_FAILURE(expect_only(e, random_.value(width), 0, false));
      }
}

TEST_F(Circuit, Squares) {
  for (const unsigned width : {1u, 2u, 3u, 4u, 5u, 8u, 31u, 32u, 64u, 127u, 128u}) {
    applied(BRAID_OP_MUL, width, width);
    const Expr e = store_.plain(BRAID_OP_MUL, width, x_, x_);
    for (unsigned i = 0; i < 20; i++)
      ASSERT_NO_FATAL_FAILURE(expect_only(e, random_.value(width), 0, false));
  }
}

TEST_F(Circuit, TablesAndArrays) {
  const Expr index = store_.symbol("index", 8), other = store_.symbol("other", 8);
  expr::Table squares{{}, 7};
  for (unsigned i = 0; i < 100; i++)
    squares.elements.push_back(Value(i * i) & 0xff);
  const Expr table = store_.table(squares, 8, 8);
  // Which index has a square of 144 in eight bits, but is not 12?
  std::vector<Expr> constraints = {store_.compare(BRAID_OP_EQ, store_.read(table, index), store_.constant(144, 8)),
                                   store_.compare(BRAID_OP_NE, index, store_.constant(12, 8))};
  Answer answer = solver_.solve({constraints});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(unsigned(squares.at(answer.model[store_.symbol_of(index)])), 144u);
  // Beyond the table its fallback is read.
  constraints = {store_.compare(BRAID_OP_EQ, store_.read(table, index), store_.constant(7, 8))};
  answer = solver_.solve({constraints});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_GE(unsigned(answer.model[store_.symbol_of(index)]), 100u);

  // Equal indices read equal elements, also through a write in between.
  const Expr array = store_.symbol("array", 8, 8);
  const Expr written = store_.write(array, store_.constant(3, 8), store_.constant(9, 8));
  const Expr left = store_.read(written, index), right = store_.read(array, other);
  constraints = {store_.compare(BRAID_OP_EQ, index, other), store_.compare(BRAID_OP_NE, left, right)};
  answer = solver_.solve({constraints});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(unsigned(answer.model[store_.symbol_of(index)]), 3u);
  constraints.push_back(store_.compare(BRAID_OP_NE, index, store_.constant(3, 8)));
  EXPECT_EQ(solver_.solve({constraints}).verdict, Verdict::UNSATISFIABLE);
}

TEST_F(Circuit, FloatingPointAddsUp) {
  const Expr x = store_.symbol("number", 32), one = store_.constant(0x3f800000, 32);
  const Expr sum = store_.plain(BRAID_OP_FADD, 32, x, one);
  std::vector<Expr> constraints = {store_.plain(BRAID_OP_FEQ, 1, sum, one)};
  EXPECT_EQ(solver_.solve({constraints}).verdict, Verdict::SATISFIABLE);
  constraints.push_back(store_.plain(BRAID_OP_FLT, 1, one, x));
  EXPECT_EQ(solver_.solve({constraints}).verdict, Verdict::UNSATISFIABLE);
}

// Remainders have no circuit: what is known of them is their bounds, and the results for operands that were tried.
TEST_F(Circuit, RemaindersOfNumbers) {
  const auto number = [&](float value) { return store_.constant(std::bit_cast<uint32_t>(value), 32); };
  const auto rest = [&](Expr x, float by) { return store_.plain(BRAID_OP_FREM, 32, x, number(by)); };
  const auto same = [&](Expr a, Expr b) { return store_.plain(BRAID_OP_FEQ, 1, a, b); };
  const auto less = [&](Expr a, Expr b) { return store_.plain(BRAID_OP_FLT, 1, a, b); };
  const auto verdict = [&](std::vector<Expr> constraints) { return solver_.solve({constraints}).verdict; };
  const Expr x = store_.symbol("number", 32);
  EXPECT_EQ(verdict({less(number(2), rest(x, 2))}), Verdict::UNSATISFIABLE);
  EXPECT_EQ(verdict({less(rest(x, 2), number(0)), less(number(0), x)}), Verdict::UNSATISFIABLE);
  const Expr two_values = store_.either(same(x, number(7)), same(x, number(9.5f)));
  EXPECT_EQ(verdict({two_values, same(rest(x, 4), number(1.5f))}), Verdict::SATISFIABLE);
  EXPECT_EQ(verdict({two_values, same(rest(x, 4), number(2))}), Verdict::UNSATISFIABLE);
  EXPECT_EQ(verdict({two_values, less(store_.plain(BRAID_OP_FSIN, 32, x), number(-0.5f))}),
            Verdict::UNSATISFIABLE);
  // Impossible, but not for these reasons.
  const std::vector<Expr> open = {same(rest(x, 4), number(1.75f)), same(rest(x, 2), number(0.5f))};
  const Answer answer = solver_.solve({open});
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_EQ(answer.reason, Reason::THEORY);
}

} // namespace
} // namespace braid::solver::test
