// Floating point in queries: what local search finds, what can be said about functions of the C library, and
// random queries with Z3 as the judge.
#include "../expr/random.h"
#include "expr/ordered_number.h"
#include "expr/smtlib.h"
#include "expr/smtlib_reader.h"
#include "solver/chain.h"

#include <cmath>
#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

using expr::test::Random;
using expr::test::test_seed;

class Numbers : public ::testing::Test {
protected:
  // A number of 4 or 8 bytes of input, as programs have them.
  Expr number(const std::string &name, unsigned width) {
    Expr result = 0;
    for (unsigned i = 0; i < width / 8; i++) {
      const Expr byte = store_.symbol(name + std::to_string(i), 8);
      result = result == 0 ? byte : store_.concat(byte, result);
    }
    return result;
  }
  Expr d(double value) { return store_.constant(std::bit_cast<uint64_t>(value), 64); }
  Expr f(float value) { return store_.constant(std::bit_cast<uint32_t>(value), 32); }
  Expr op(uint8_t op, Expr a, Expr b = 0, Expr c = 0) { return store_.make(op, store_.width(a), a, b, c); }
  Expr less(Expr a, Expr b) { return store_.compare(BRAID_OP_FLT, a, b); }
  Expr same(Expr a, Expr b) { return store_.compare(BRAID_OP_FEQ, a, b); }

  Answer solved(std::vector<Expr> constraints, std::set<std::string, std::less<>> without) {
    Options options;
    options.without = std::move(without);
    options.time_limit = std::chrono::minutes(10);
    Solver solver(store_, options);
    Answer answer = solver.solve({constraints});
    if (answer.verdict == Verdict::SATISFIABLE) {
      expr::Evaluator evaluator(store_);
      evaluator.assign(answer.model);
      for (const Expr constraint : constraints)
        EXPECT_TRUE(evaluator.holds(constraint));
    }
    return answer;
  }
  // By evaluating alone.
  Verdict searched(std::vector<Expr> constraints) {
    return solved(std::move(constraints), {"values", "bits", "z3"}).verdict;
  }

  Store store_;
  Expr x_ = number("x", 64), y_ = number("y", 64), s_ = number("s", 32);
};

TEST_F(Numbers, PlacesAreInTheOrderOfNumbers) {
  Random random(test_seed());
  for (const unsigned width : {32u, 64u}) {
    for (int i = 0; i < 10000; i++) {
      const uint64_t a = random.number(width), b = random.number(width);
      EXPECT_EQ(expr::number_at(expr::place_of(a, width), width), a);
      if (expr::floating::is_nan(a, width) || expr::floating::is_nan(b, width))
        continue;
      EXPECT_TRUE(expr::floating::apply(BRAID_OP_FLT, width, a, b, 0) == 0 ||
                  expr::place_of(a, width) < expr::place_of(b, width));
      const uint64_t next = expr::next_number(a, width, 1), before = expr::next_number(a, width, -1);
      EXPECT_TRUE(next == a || expr::floating::apply(BRAID_OP_FLT, width, a, next, 0) != 0);
      EXPECT_TRUE(before == a || expr::floating::apply(BRAID_OP_FLT, width, before, a, 0) != 0);
    }
  }
}

TEST_F(Numbers, SearchFindsWhatProgramsAskFor) {
  const auto sat = Verdict::SATISFIABLE;
  EXPECT_EQ(searched({same(op(BRAID_OP_FMUL, x_, x_), d(2.25))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FADD, d(0.1), x_), d(0.3))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FSQRT, x_), d(3))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FFLOOR, x_), d(4)), store_.inverted(same(x_, d(4)))}), sat);
  EXPECT_EQ(searched({store_.compare(BRAID_OP_FUNORDERED, x_, x_)}), sat);
  EXPECT_EQ(searched({less(d(3), op(BRAID_OP_FADD, x_, d(1.5))), less(x_, d(2))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FREM, x_, d(3.5)), d(1.25)), less(d(100), x_)}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FADD, x_, y_), x_), store_.inverted(same(y_, d(0)))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FMUL, s_, f(3)), f(1))}), sat);
  const Expr polynomial =
      op(BRAID_OP_FSUB,
         op(BRAID_OP_FSUB, op(BRAID_OP_FMUL, op(BRAID_OP_FMUL, x_, x_), x_), op(BRAID_OP_FMUL, d(2), x_)), d(5));
  EXPECT_EQ(searched({less(op(BRAID_OP_AND, polynomial, store_.constant(~uint64_t(0) >> 1, 64)), d(1e-6))}), sat);
  EXPECT_EQ(searched({less(op(BRAID_OP_FMUL, polynomial, polynomial), d(1e-9))}), sat);
  const Expr integer = number("i", 32), converted = store_.make(BRAID_OP_SITOF, 64, integer);
  EXPECT_EQ(searched({less(d(10.5), op(BRAID_OP_FDIV, converted, d(3))),
                      less(op(BRAID_OP_FDIV, converted, d(3)), d(10.9))}),
            sat);
  EXPECT_EQ(searched({store_.compare(BRAID_OP_EQ, store_.make(BRAID_OP_FTOSI, 32, op(BRAID_OP_FMUL, x_, d(10))),
                                     store_.constant(uint32_t(-425), 32))}),
            sat);
}

TEST_F(Numbers, SearchInvertsFunctionsOfTheLibrary) {
  const auto sat = Verdict::SATISFIABLE;
  EXPECT_EQ(searched({less(d(0.9), op(BRAID_OP_FSIN, x_)), less(d(3), x_)}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FPOW, x_, d(3)), d(27))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FPOW, d(2), x_), d(1024))}), sat);
  EXPECT_EQ(searched({less(d(2), op(BRAID_OP_FLOG, x_)), less(op(BRAID_OP_FLOG, x_), d(2.01))}), sat);
  EXPECT_EQ(searched({less(op(BRAID_OP_FEXP, x_), d(0.1)), less(d(0.09), op(BRAID_OP_FEXP, x_))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FLOG10, x_), d(3))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FHYPOT, x_, y_), d(5)), less(d(1), x_), less(d(1), y_)}), sat);
  EXPECT_EQ(searched({less(d(3), op(BRAID_OP_FATAN2, x_, y_))}), sat);
  EXPECT_EQ(searched({same(op(BRAID_OP_FCBRT, s_), f(2.5f))}), sat);
}

TEST_F(Numbers, WhatIsNotFoundOfALibraryFunctionIsUnknown) {
  // Nobody knows that the tangent of a number is one.
  const Expr tangent = op(BRAID_OP_FTAN, x_);
  for (const std::set<std::string, std::less<>> &without :
       {std::set<std::string, std::less<>>{}, {"bits"}, {"z3"}, {"bits", "z3"}}) {
    const Answer answer =
        solved({store_.compare(BRAID_OP_FUNORDERED, tangent, tangent), less(d(0), x_), less(x_, d(9))}, without);
    EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
    EXPECT_EQ(answer.reason, Reason::THEORY);
  }
}

TEST_F(Numbers, WhatIsImpossibleForAnyFunctionIsImpossible) {
  const Expr sine = op(BRAID_OP_FSIN, x_), integer = store_.make(BRAID_OP_SITOF, 64, number("i", 32));
  for (const char *without : {"z3", "bits"}) {
    EXPECT_EQ(solved({less(sine, d(0.25)), less(d(0.5), sine)}, {without}).verdict, Verdict::UNSATISFIABLE);
    EXPECT_EQ(solved({less(sine, integer), less(integer, d(7)), less(d(7), sine)}, {without}).verdict,
              Verdict::UNSATISFIABLE);
  }
  EXPECT_EQ(solved({same(sine, d(2))}, {}).verdict, Verdict::UNSATISFIABLE);
  EXPECT_EQ(solved({less(op(BRAID_OP_FEXP, s_), f(0))}, {}).verdict, Verdict::UNSATISFIABLE);
}

// The bounds that the blaster believes.
TEST_F(Numbers, FunctionsOfTheLibraryKeepTheirBounds) {
  Random random(test_seed());
  for (int i = 0; i < 200000; i++)
    for (const unsigned width : {32u, 64u}) {
      const uint64_t x = random.chance(50) ? random.number(width) : uint64_t(random.value(width));
      const auto result = [&](uint8_t op, uint64_t y = 0) {
        const uint64_t bits = expr::floating::apply(op, width, x, y, 0);
        return width == 32 ? double(std::bit_cast<float>(uint32_t(bits))) : std::bit_cast<double>(bits);
      };
      for (const uint8_t op : {BRAID_OP_FSIN, BRAID_OP_FCOS, BRAID_OP_FTANH, BRAID_OP_FERF})
        ASSERT_FALSE(std::abs(result(op)) > 1);
      for (const uint8_t op : {BRAID_OP_FASIN, BRAID_OP_FATAN})
        ASSERT_FALSE(std::abs(result(op)) > 1.6);
      for (const uint8_t op : {BRAID_OP_FEXP, BRAID_OP_FEXP2, BRAID_OP_FEXP10, BRAID_OP_FACOS, BRAID_OP_FERFC})
        ASSERT_FALSE(result(op) < 0);
      ASSERT_FALSE(result(BRAID_OP_FACOS) > 3.2 || result(BRAID_OP_FERFC) > 2 || result(BRAID_OP_FCOSH) < 1 ||
                   result(BRAID_OP_FEXPM1) < -1);
      const uint64_t y = random.number(width);
      ASSERT_FALSE(std::abs(result(BRAID_OP_FATAN2, y)) > 3.2 || result(BRAID_OP_FHYPOT, y) < 0);
    }
}

TEST_F(Numbers, TwoBytesAreTriedAll) {
  const Expr byte = store_.symbol("b", 8), other = store_.symbol("c", 8);
  const auto converted = [&](Expr e) { return store_.make(BRAID_OP_UITOF, 64, e); };
  EXPECT_EQ(searched({same(op(BRAID_OP_FSIN, converted(byte)), d(2))}), Verdict::UNSATISFIABLE);
  EXPECT_EQ(searched({same(op(BRAID_OP_FHYPOT, converted(byte), converted(other)), d(221)),
                      less(d(0), converted(byte)), less(converted(byte), converted(other))}),
            Verdict::SATISFIABLE); // 21 and 220 are one of the few
}

// An element of an array that was written to at a symbolic index: by what each byte can be at all.
TEST_F(Numbers, FewValuesOfWrittenArraysAreTriedAll) {
  const Expr i = store_.symbol("i", 8), j = store_.symbol("j", 8);
  const auto few = [&](Expr e) { return store_.compare(BRAID_OP_ULT, e, store_.constant(6, 8)); };
  const auto index = [&](Expr e) { return store_.extract(e, 0, 4); };
  const Expr zeros = store_.table({{0, 0, 0, 0}, 0}, 32, 4);
  const Expr once = store_.write(zeros, index(i), store_.resize(j, 32, false));
  const Expr twice = store_.write(once, index(j), store_.constant(40, 32));
  const Expr sum =
      store_.binary(BRAID_OP_ADD, store_.read(twice, index(i)), store_.read(twice, store_.constant(3, 4)));
  const auto is = [&](unsigned value) { return store_.compare(BRAID_OP_EQ, sum, store_.constant(value, 32)); };
  EXPECT_EQ(searched({few(i), few(j), is(80)}), Verdict::SATISFIABLE);   // i == j == 3
  EXPECT_EQ(searched({few(i), few(j), is(42)}), Verdict::UNSATISFIABLE); // 40 + 2 needs j == 3 and j == 2
  EXPECT_EQ(searched({few(i), few(j), is(43)}), Verdict::SATISFIABLE);   // i != 3 == j
}

TEST_F(Numbers, LibraryFunctionsAreWrittenAndRead) {
  const std::vector<Expr> constraints = {less(op(BRAID_OP_FSIN, x_), op(BRAID_OP_FPOW, x_, y_)),
                                         less(op(BRAID_OP_FEXP, s_), f(2))};
  const std::string script = smtlib_script(store_, constraints);
  EXPECT_NE(script.find("(declare-fun libm.sin.64 ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))"),
            std::string::npos);
  EXPECT_NE(script.find("(declare-fun libm.exp.32 "), std::string::npos);
  // Names count the nodes of a store: what was read is written once more.
  const auto read_and_written = [](const std::string &text) {
    Store store;
    expr::SmtlibReader reader(store, text);
    std::optional<expr::SmtlibCommand> command;
    while ((command = reader.next()) && command->kind != expr::SmtlibCommand::Kind::CHECK)
      ;
    return smtlib_script(store, reader.constraints());
  };
  const std::string again = read_and_written(script);
  EXPECT_EQ(again.size(), script.size());
  EXPECT_EQ(read_and_written(again), again);
}

// A random query about numbers that hold for some input, or with one condition denied.
class RandomNumbers {
public:
  RandomNumbers(Store &store, Random &random, std::span<const Expr> numbers)
      : store_(store), random_(random), numbers_(numbers) {}

  std::vector<Expr> query() {
    Assignment input;
    for (Symbol symbol = 0; symbol < store_.symbols(); symbol++)
      input.set(symbol, random_.chance(50) ? 0 : random_.below(256));
    expr::Evaluator evaluator(store_);
    std::vector<Expr> constraints;
    const uint64_t count = 1 + random_.below(3), denied = random_.below(2 * count);
    for (uint64_t i = 0; i < count; i++) {
      const Expr made = condition();
      evaluator.assign(input);
      constraints.push_back(evaluator.holds(made) != (i == denied) ? made : store_.inverted(made));
    }
    return constraints;
  }

private:
  Expr number(unsigned width) {
    for (;;)
      if (const Expr e = random_.pick(numbers_); store_.width(e) == width)
        return e;
  }
  Expr constant(unsigned width) { return store_.constant(random_.number(width), width); }
  // Multiplication and the like are for Z3 what is hard; few of them, and narrow.
  Expr term(unsigned width, unsigned levels) {
    if (levels == 0)
      return random_.chance(80) ? number(width) : constant(width);
    const Expr a = term(width, levels - 1);
    static constexpr uint8_t CHEAP[] = {BRAID_OP_FADD,   BRAID_OP_FSUB,   BRAID_OP_FMIN,
                                        BRAID_OP_FMAX,   BRAID_OP_FFLOOR, BRAID_OP_FCEIL,
                                        BRAID_OP_FTRUNC, BRAID_OP_FROUND, BRAID_OP_FROUNDEVEN};
    static constexpr uint8_t HARD[] = {BRAID_OP_FMUL, BRAID_OP_FDIV, BRAID_OP_FSQRT, BRAID_OP_FMA};
    switch (random_.below(8)) {
    case 0:
      return store_.make(width == 32 ? BRAID_OP_FROUNDTO : BRAID_OP_FEXTEND, width, term(96 - width, levels - 1));
    case 1: {
      const unsigned integer = 8 << random_.below(4);
      const Expr converted = store_.make(random_.chance(50) ? BRAID_OP_FTOSI : BRAID_OP_FTOUI, integer, a);
      return store_.make(random_.chance(50) ? BRAID_OP_SITOF : BRAID_OP_UITOF, width, converted);
    }
    case 2:
      return store_.binary(BRAID_OP_XOR, a, store_.constant(Value(1) << (width - 1), width));
    case 3: {
      const uint8_t op = random_.pick(HARD);
      if (width == 32)
        return store_.make(op, width, a, constant(width), op == BRAID_OP_FMA ? number(width) : 0);
      [[fallthrough]];
    }
    default:
      return store_.make(random_.pick(CHEAP), width, a, random_.chance(50) ? number(width) : constant(width));
    }
  }
  Expr condition() {
    static constexpr uint8_t OPS[] = {BRAID_OP_FEQ, BRAID_OP_FLT, BRAID_OP_FLE, BRAID_OP_FUNORDERED, BRAID_OP_EQ};
    const unsigned width = random_.chance(70) ? 32 : 64;
    return store_.compare(random_.pick(OPS), term(width, 1 + unsigned(random_.below(2))),
                          random_.chance(50) ? constant(width) : term(width, unsigned(random_.below(2))));
  }

  Store &store_;
  Random &random_;
  std::span<const Expr> numbers_;
};

TEST_F(Numbers, RandomQueriesAgreeWithZ3) {
  if (std::system("z3 -version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "there is no z3";
  const uint64_t seed = test_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  const Expr numbers[] = {x_, y_, s_, number("t", 32)};
  Options layers, bits, judge;
  layers.without = {"z3"};
  bits.procedure = Procedure::BITS;
  bits.external.clear();
  judge.procedure = Procedure::Z3;
  layers.time_limit = bits.time_limit = judge.time_limit = std::chrono::seconds(1);
  Solver by_layers(store_, layers), by_bits(store_, bits), by_judge(store_, judge);
  RandomNumbers queries(store_, random, numbers);
  for (int i = 0; i < 60; i++) {
    const std::vector<Expr> constraints = queries.query();
    Verdict known = Verdict::UNKNOWN;
    for (Solver *solver : {&by_layers, &by_bits, &by_judge}) {
      const Answer answer = solver->solve({constraints}); // models are evaluated before they are given
      EXPECT_TRUE(answer.verdict != Verdict::UNKNOWN || answer.reason == Reason::TIME || solver == &by_judge)
          << answer.detail;
      if (answer.verdict == Verdict::UNKNOWN)
        continue;
      EXPECT_TRUE(known == Verdict::UNKNOWN || known == answer.verdict) << smtlib_script(store_, constraints);
      known = answer.verdict;
    }
  }
}

} // namespace
} // namespace braid::solver::test
