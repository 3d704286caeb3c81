// The layer of value sets against brute force on small queries, and on the shapes that it is there for.
#include "expr/random.h"
#include "solver/values/plain_interval_layer.h"
#include "solver/values/value_set_layer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iostream>

namespace braid::solver {
namespace {

using expr::mask_of;
using expr::test::Random;
using expr::test::test_seed;

// Random queries over a few small symbols, of shapes that value sets can and cannot treat.
class Generator {
public:
  Generator(Store &store, Random &random) : store_(store), random_(random), simplified_(random.chance(50)) {
    const uint64_t count = 1 + random_.below(3);
    unsigned bits = 0;
    for (uint64_t i = 0; i < count; i++) {
      const unsigned width = 3 + unsigned(random_.below(3));
      if (bits + width > 11)
        break;
      bits += width;
      symbols_.push_back(store_.symbol(fmt::format("s{}w{}", i, width), width));
    }
  }

  const std::vector<Expr> &symbols() const { return symbols_; }

  Expr constraint() {
    Expr result = 0;
    switch (random_.below(10)) {
    case 0:
      result = make(random_.chance(50) ? BRAID_OP_AND : BRAID_OP_OR, 1, comparison(), comparison());
      break;
    case 1: {
      const Expr same = random_.pick(symbols_); // both about one symbol
      result = make(random_.chance(50) ? BRAID_OP_AND : BRAID_OP_OR, 1, compared(same), compared(same));
      break;
    }
    case 2:
      result = make(BRAID_OP_NE, 1, make(BRAID_OP_ZEXT, 4, comparison()), store_.constant(0, 4));
      break;
    case 3: {
      const Expr arm = term(), other = constant(store_.width(arm));
      result = make(BRAID_OP_EQ, 1, make(BRAID_OP_ITE, store_.width(arm), comparison(), arm, other),
                    constant(store_.width(arm)));
      break;
    }
    default:
      result = comparison();
    }
    return random_.chance(20) ? make(BRAID_OP_XOR, 1, result, store_.constant(1, 1)) : result;
  }

private:
  Expr make(uint8_t op, unsigned width, uint32_t a, uint32_t b = 0, uint32_t c = 0) {
    return simplified_ ? store_.make(op, width, a, b, c) : store_.plain(op, width, a, b, c);
  }
  Expr constant(unsigned width) { return store_.constant(random_.value(width), width); }

  Expr comparison() {
    static constexpr uint8_t OPS[] = {BRAID_OP_EQ,  BRAID_OP_NE,  BRAID_OP_ULT,
                                      BRAID_OP_ULE, BRAID_OP_SLT, BRAID_OP_SLE};
    const uint8_t op = random_.pick(OPS);
    if (random_.chance(40)) { // between two symbols
      const Expr a = random_.pick(symbols_), b = random_.pick(symbols_);
      const unsigned width = std::max(store_.width(a), store_.width(b)) + unsigned(random_.below(2));
      return make(op, 1, shifted(resized(a, width)), shifted(resized(b, width)));
    }
    if (random_.chance(10)) { // sums and differences
      const Expr a = random_.pick(symbols_), b = random_.pick(symbols_);
      const unsigned width = std::max(store_.width(a), store_.width(b));
      static constexpr uint8_t SUMS[] = {BRAID_OP_ADD, BRAID_OP_SUB, BRAID_OP_XOR, BRAID_OP_MUL};
      return make(op, 1, make(random_.pick(SUMS), width, resized(a, width), resized(b, width)), constant(width));
    }
    return with_constant(op, term());
  }
  Expr compared(Expr symbol) {
    static constexpr uint8_t OPS[] = {BRAID_OP_EQ, BRAID_OP_NE, BRAID_OP_ULT, BRAID_OP_SLE};
    return with_constant(random_.pick(OPS), steps(symbol));
  }
  Expr with_constant(uint8_t op, Expr e) {
    const Expr c = constant(store_.width(e));
    return random_.chance(50) ? make(op, 1, e, c) : make(op, 1, c, e);
  }
  Expr resized(Expr e, unsigned width) {
    if (width == store_.width(e))
      return e;
    return make(random_.chance(50) ? BRAID_OP_ZEXT : BRAID_OP_SEXT, width, e);
  }
  Expr shifted(Expr e) {
    return random_.chance(80) ? e : make(BRAID_OP_ADD, store_.width(e), e, constant(store_.width(e)));
  }

  Expr term() {
    if (random_.chance(25) && symbols_.size() > 1) { // symbols side by side
      const size_t first = random_.below(symbols_.size()), second = random_.below(symbols_.size());
      if (first != second)
        return steps(make(BRAID_OP_CONCAT, store_.width(symbols_[first]) + store_.width(symbols_[second]),
                          symbols_[first], symbols_[second]));
    }
    return steps(random_.pick(symbols_));
  }
  Expr steps(Expr e) {
    for (uint64_t count = random_.below(3); count > 0; count--)
      e = step(e);
    return e;
  }
  Expr step(Expr e) {
    static constexpr uint8_t OPS[] = {BRAID_OP_ADD,  BRAID_OP_SUB,  BRAID_OP_MUL, BRAID_OP_UDIV, BRAID_OP_SDIV,
                                      BRAID_OP_UREM, BRAID_OP_SREM, BRAID_OP_AND, BRAID_OP_OR,   BRAID_OP_XOR,
                                      BRAID_OP_SHL,  BRAID_OP_LSHR, BRAID_OP_ASHR};
    const unsigned width = store_.width(e);
    switch (random_.below(8)) {
    case 0:
      return resized(e, width + 1 + unsigned(random_.below(3)));
    case 1: {
      const unsigned kept = 1 + unsigned(random_.below(width));
      if (kept == width)
        return e;
      return make(BRAID_OP_EXTRACT, kept, e, uint32_t(random_.below(width - kept + 1)));
    }
    case 2: {
      const Expr c = constant(1 + unsigned(random_.below(3)));
      const unsigned whole = width + store_.width(c);
      return random_.chance(50) ? make(BRAID_OP_CONCAT, whole, e, c) : make(BRAID_OP_CONCAT, whole, c, e);
    }
    default: {
      const uint8_t op = random_.pick(OPS);
      return random_.chance(80) ? make(op, width, e, constant(width)) : make(op, width, constant(width), e);
    }
    }
  }

  Store &store_;
  Random &random_;
  bool simplified_; // by the rules; else as written
  std::vector<Expr> symbols_;
};

// By trying all assignments.
bool is_satisfiable(Store &store, const std::vector<Expr> &symbols, const std::vector<Expr> &constraints) {
  expr::Evaluator evaluator(store);
  unsigned bits = 0;
  for (const Expr symbol : symbols)
    bits += store.width(symbol);
  for (uint64_t number = 0; number < uint64_t(1) << bits; number++) {
    Assignment assignment;
    uint64_t rest = number;
    for (const Expr symbol : symbols) {
      assignment.set(store.symbol_of(symbol), rest & uint64_t(mask_of(store.width(symbol))));
      rest >>= store.width(symbol);
    }
    evaluator.assign(assignment);
    if (std::all_of(constraints.begin(), constraints.end(), [&](Expr c) { return evaluator.holds(c); }))
      return true;
  }
  return false;
}

struct Counts {
  size_t satisfiable = 0, unsatisfiable = 0, unknown = 0;
};

template <class MakeLayer> Counts check_random_queries(size_t rounds, MakeLayer make_layer) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  Counts counts;
  std::unique_ptr<Store> store;
  std::unique_ptr<Session> session;
  std::unique_ptr<Layer> layer;
  for (size_t round = 0; round < rounds; round++) {
    if (round % 500 == 0) {
      layer.reset();
      store = std::make_unique<Store>();
      session = std::make_unique<Session>(*store);
      layer = make_layer(*session);
    }
    Generator generator(*store, random);
    std::vector<Expr> constraints;
    for (uint64_t count = 1 + random.below(6); count > 0; count--)
      constraints.push_back(generator.constraint());
    Assignment previous;
    const Expr stranger = store->symbol("stranger", 7);
    previous.set(store->symbol_of(stranger), 99);
    for (const Expr symbol : generator.symbols())
      previous.set(store->symbol_of(symbol), random.value(store->width(symbol)));
    Query query{.constraints = constraints};
    if (random.chance(50))
      query.previous = &previous;
    const Answer answer = layer->solve(query);
    if (answer.verdict == Verdict::UNKNOWN) {
      counts.unknown++;
      continue;
    }
    const std::string text = fmt::format("round {}", round);
    const bool expected = is_satisfiable(*store, generator.symbols(), constraints);
    EXPECT_EQ(answer.verdict == Verdict::SATISFIABLE, expected) << text;
    if (answer.verdict == Verdict::SATISFIABLE) {
      counts.satisfiable++;
      expr::Evaluator evaluator(*store);
      evaluator.assign(answer.model);
      for (const Expr constraint : constraints)
        EXPECT_TRUE(evaluator.holds(constraint)) << text;
      if (query.previous != nullptr) {
        EXPECT_EQ(answer.model[store->symbol_of(stranger)], 99u);
      }
    } else {
      counts.unsatisfiable++;
      EXPECT_TRUE(std::is_sorted(answer.core.begin(), answer.core.end()));
      std::vector<Expr> core;
      for (const uint32_t position : answer.core)
        core.push_back(constraints.at(position));
      EXPECT_FALSE(is_satisfiable(*store, generator.symbols(), core)) << text << ": the core can hold";
    }
    if (testing::Test::HasFailure())
      return counts;
  }
  return counts;
}

void expect_share(const Counts &counts, unsigned satisfiable, unsigned unsatisfiable) {
  const size_t all = counts.satisfiable + counts.unsatisfiable + counts.unknown;
  std::cout << counts.satisfiable << " sat, " << counts.unsatisfiable << " unsat, " << counts.unknown
            << " unknown\n";
  EXPECT_GT(counts.satisfiable, all * satisfiable / 100);
  EXPECT_GT(counts.unsatisfiable, all * unsatisfiable / 100);
}

TEST(ValueSetLayers, RandomQueries) {
  expect_share(check_random_queries(20000,
                                    [](Session &session) {
                                      return std::make_unique<ValueSetLayer>(
                                          session, nullptr, ValueSetOptions{.enumeration = false});
                                    }),
               20, 20);
}

TEST(ValueSetLayers, RandomQueriesWithoutOrderAndBoxes) {
  expect_share(check_random_queries(10000,
                                    [](Session &session) {
                                      return std::make_unique<ValueSetLayer>(
                                          session, nullptr,
                                          ValueSetOptions{.order = false, .enumeration = false, .boxes = false});
                                    }),
               10, 10);
}

TEST(ValueSetLayers, RandomQueriesWithEnumeration) {
  expect_share(check_random_queries(
                   10000, [](Session &session) { return std::make_unique<ValueSetLayer>(session, nullptr); }),
               20, 20);
}

TEST(PlainIntervals, RandomQueries) {
  expect_share(check_random_queries(
                   10000, [](Session &session) { return std::make_unique<PlainIntervalLayer>(session, nullptr); }),
               2, 2);
}

// Shapes that path constraints have, and that must be answered.
class Shapes : public testing::Test {
protected:
  Expr byte(const std::string &name) { return store.symbol(name, 8); }
  Expr word(const std::string &name) { // four bytes as an int
    Expr e = byte(name + "0");
    for (const char *number : {"1", "2", "3"})
      e = store.concat(byte(name + number), e);
    return e;
  }
  Expr constant(uint64_t value, unsigned width) { return store.constant(value, width); }
  // b is an expression, or any other number for a constant.
  template <class Operand> Expr compare(uint8_t op, Expr a, Operand b) {
    if constexpr (std::is_same_v<Operand, Expr>)
      return store.compare(op, a, b);
    else
      return store.compare(op, a, constant(uint64_t(b), store.width(a)));
  }

  Answer ask(const std::vector<Expr> &constraints, ValueSetOptions options = {.enumeration = false}) {
    ValueSetLayer layer(session, nullptr, options);
    Answer answer = layer.solve({.constraints = constraints, .previous = &previous});
    if (answer.verdict == Verdict::SATISFIABLE) {
      session.evaluator.assign(answer.model);
      for (const Expr constraint : constraints)
        EXPECT_TRUE(session.evaluator.holds(constraint));
    }
    return answer;
  }
  void expect_sat(const std::vector<Expr> &constraints, ValueSetOptions options = {.enumeration = false}) {
    EXPECT_EQ(ask(constraints, options).verdict, Verdict::SATISFIABLE);
  }
  void expect_unsat(const std::vector<Expr> &constraints, std::vector<uint32_t> core,
                    ValueSetOptions options = {.enumeration = false}) {
    const Answer answer = ask(constraints, options);
    EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
    EXPECT_EQ(answer.core, core);
  }

  Store store;
  Session session{store};
  Assignment previous;
};

TEST_F(Shapes, DigitOfAByte) {
  const Expr c = byte("c");
  const Expr digit = compare(BRAID_OP_ULE, store.binary(BRAID_OP_SUB, c, constant('0', 8)), 9);
  expect_sat({digit});
  expect_sat({digit, compare(BRAID_OP_NE, c, '0'), compare(BRAID_OP_ULT, c, '3')});
  expect_unsat({compare(BRAID_OP_NE, c, 7), digit, compare(BRAID_OP_ULE, constant('a', 8), c)}, {1, 2});
}

TEST_F(Shapes, SignExtendedByte) {
  const Expr wide = store.resize(byte("c"), 32, true);
  expect_sat({compare(BRAID_OP_SLT, wide, -100)});
  expect_unsat({compare(BRAID_OP_SLT, wide, -200)}, {0});
  const Expr moved = store.binary(BRAID_OP_ADD, wide, constant(uint32_t(-'0'), 32));
  expect_sat({compare(BRAID_OP_ULE, moved, 9)});
}

TEST_F(Shapes, ProductsAndRemainders) {
  const Expr x = word("x");
  const auto times = [&](uint64_t factor) { return store.binary(BRAID_OP_MUL, x, constant(factor, 32)); };
  const auto modulo = [&](uint64_t divisor) { return store.binary(BRAID_OP_UREM, x, constant(divisor, 32)); };
  expect_sat({compare(BRAID_OP_EQ, times(4), 20)});
  expect_unsat({compare(BRAID_OP_EQ, times(4), 21)}, {0});
  expect_sat({compare(BRAID_OP_EQ, modulo(7), 3), compare(BRAID_OP_ULT, x, 4)});
  expect_unsat({compare(BRAID_OP_EQ, modulo(7), 3), compare(BRAID_OP_ULT, x, 3)}, {0, 1});
  expect_sat(
      {compare(BRAID_OP_EQ, modulo(7), 3), compare(BRAID_OP_EQ, modulo(11), 5), compare(BRAID_OP_NE, x, 38)});
  const Expr signed_remainder = store.binary(BRAID_OP_SREM, x, constant(10, 32));
  expect_sat({compare(BRAID_OP_EQ, signed_remainder, -3)});
  const Expr signed_quotient = store.binary(BRAID_OP_SDIV, x, constant(10, 32));
  expect_sat({compare(BRAID_OP_EQ, signed_quotient, 42), compare(BRAID_OP_EQ, signed_remainder, 7)});
  expect_unsat({compare(BRAID_OP_EQ, signed_quotient, 42), compare(BRAID_OP_SLT, x, 420)}, {0, 1});
}

// Sums of many variables have hulls.
TEST_F(Shapes, NumbersOfDigits) {
  std::vector<Expr> constraints;
  Expr number = constant(0, 32);
  for (const char *name : {"c0", "c1", "c2", "c3"}) {
    const Expr c = byte(name);
    constraints.push_back(compare(BRAID_OP_ULT, store.binary(BRAID_OP_SUB, c, constant('0', 8)), 10));
    const Expr digit = store.binary(BRAID_OP_SUB, store.resize(c, 32, true), constant('0', 32));
    number = store.binary(BRAID_OP_ADD, store.binary(BRAID_OP_MUL, number, constant(10, 32)), digit);
  }
  const auto with = [&](Expr last) {
    std::vector<Expr> all = constraints;
    all.push_back(last);
    return ask(all).verdict;
  };
  EXPECT_EQ(with(compare(BRAID_OP_SLT, constant(9999, 32), number)), Verdict::UNSATISFIABLE);
  EXPECT_EQ(with(compare(BRAID_OP_ULE, constant(10'000, 32), number)), Verdict::UNSATISFIABLE);
  EXPECT_EQ(with(compare(BRAID_OP_EQ, number, -1)), Verdict::UNSATISFIABLE);
  EXPECT_EQ(with(compare(BRAID_OP_EQ, store.binary(BRAID_OP_UDIV, number, constant(100, 32)), 100)),
            Verdict::UNSATISFIABLE);
  EXPECT_NE(with(compare(BRAID_OP_SLE, constant(9999, 32), number)), Verdict::UNSATISFIABLE);
  EXPECT_NE(with(compare(BRAID_OP_EQ, number, 0)), Verdict::UNSATISFIABLE);
}

TEST_F(Shapes, IntegerOfFourBytesBetweenBounds) {
  const Expr x = word("x");
  const Answer answer = ask({compare(BRAID_OP_SLE, constant(1000, 32), x), compare(BRAID_OP_SLT, x, 1002),
                             compare(BRAID_OP_NE, x, 1000)});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(answer.model[store.symbol_of(byte("x0"))], 1001u & 0xff);
  EXPECT_EQ(answer.model[store.symbol_of(byte("x1"))], 1001u >> 8);
  expect_unsat({compare(BRAID_OP_SLT, x, 10), compare(BRAID_OP_SLT, constant(20, 32), x)}, {0, 1});
  // One of the bytes alone.
  expect_sat({compare(BRAID_OP_ULT, x, 1000), compare(BRAID_OP_EQ, byte("x0"), 'a')});
  expect_unsat({compare(BRAID_OP_ULT, x, 'a'), compare(BRAID_OP_EQ, byte("x0"), 'a')}, {0, 1});
}

TEST_F(Shapes, ValuesOfThePreviousModelStay) {
  const Expr x = word("x"), y = word("y");
  previous.set(store.symbol_of(byte("x0")), 77);
  previous.set(store.symbol_of(byte("y1")), 1);
  const Answer answer =
      ask({compare(BRAID_OP_ULT, x, 100), compare(BRAID_OP_ULT, x, y), compare(BRAID_OP_NE, y, 256)});
  ASSERT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(answer.model[store.symbol_of(byte("x0"))], 77u);
}

TEST_F(Shapes, CirclesOfComparisons) {
  const Expr a = word("a"), b = word("b"), c = word("c");
  expect_unsat({compare(BRAID_OP_SLT, a, b), compare(BRAID_OP_NE, a, 5), compare(BRAID_OP_SLT, b, c),
                compare(BRAID_OP_SLT, c, a)},
               {0, 2, 3});
  expect_unsat({compare(BRAID_OP_ULE, a, b), compare(BRAID_OP_ULE, b, c), compare(BRAID_OP_ULE, c, a),
                compare(BRAID_OP_NE, a, c)},
               {0, 1, 2, 3});
  expect_sat({compare(BRAID_OP_ULE, a, b), compare(BRAID_OP_ULE, b, c), compare(BRAID_OP_ULE, c, a)});
  // The range between bounds is too short.
  expect_unsat({compare(BRAID_OP_SLT, a, b), compare(BRAID_OP_SLT, b, c), compare(BRAID_OP_SLT, a, c),
                compare(BRAID_OP_SLT, constant(10, 32), a), compare(BRAID_OP_SLT, c, 13)},
               {0, 1, 3, 4});
  expect_sat({compare(BRAID_OP_SLT, a, b), compare(BRAID_OP_SLT, b, c), compare(BRAID_OP_SLT, a, c),
              compare(BRAID_OP_SLT, constant(10, 32), a), compare(BRAID_OP_SLT, c, 14)});
}

TEST_F(Shapes, PathsOfSortingPrograms) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; round++) {
    // All comparisons of a run of insertion sort, with the last one turned round.
    const size_t size = 2 + random.below(9);
    const bool bytes = random.chance(50);
    const uint8_t op = random.chance(50) ? BRAID_OP_SLT : BRAID_OP_ULE;
    std::vector<std::pair<Expr, uint64_t>> items;
    Assignment run;
    for (size_t i = 0; i < size; i++) {
      const std::string name = fmt::format("e{}", i);
      items.emplace_back(bytes ? byte(name) : word(name), random.below(100));
      run.set(store.symbol_of(bytes ? byte(name) : byte(name + "0")), items.back().second);
    }
    std::vector<Expr> path;
    for (size_t i = 1; i < size; i++)
      for (size_t j = i; j > 0; j--) {
        const bool taken =
            op == BRAID_OP_SLT ? items[j].second < items[j - 1].second : items[j].second <= items[j - 1].second;
        const Expr condition = compare(op, items[j].first, items[j - 1].first);
        path.push_back(taken ? condition : store.inverted(condition));
        if (!taken)
          break;
        std::swap(items[j], items[j - 1]);
      }
    previous = run;
    expect_sat(path);
    path.back() = store.inverted(path.back());
    const Answer turned = ask(path);
    EXPECT_NE(turned.verdict, Verdict::UNKNOWN);
  }
}

TEST_F(Shapes, BinarySearchForAByte) {
  // Sorted elements, then key against the middle, again and again, signed after promotion to int.
  std::vector<Expr> elements, constraints;
  for (int i = 0; i < 15; i++)
    elements.push_back(store.resize(byte(fmt::format("e{}", i)), 32, true));
  for (int i = 0; i + 1 < 15; i++)
    constraints.push_back(compare(BRAID_OP_SLE, elements[size_t(i)], elements[size_t(i) + 1]));
  const Expr key = store.resize(byte("key"), 32, true);
  constraints.push_back(compare(BRAID_OP_SLT, elements[7], key));
  constraints.push_back(compare(BRAID_OP_SLT, key, elements[11]));
  expect_sat(constraints);
  constraints.push_back(compare(BRAID_OP_EQ, key, elements[9]));
  expect_sat(constraints);
  constraints.push_back(compare(BRAID_OP_SLT, key, elements[6]));
  expect_unsat(constraints, {6, 14, 17});
}

TEST_F(Shapes, RelationsThatMakeATree) {
  const Expr x = word("x"), y = word("y"), z = word("z");
  const Expr doubled = store.binary(BRAID_OP_MUL, x, constant(2, 32));
  const Expr third = store.binary(BRAID_OP_UDIV, y, constant(3, 32));
  expect_sat({compare(BRAID_OP_EQ, doubled, third), compare(BRAID_OP_ULT, y, z), compare(BRAID_OP_ULT, z, 100),
              compare(BRAID_OP_ULT, constant(10, 32), x), compare(BRAID_OP_ULT, x, 1000)},
             {.enumeration = false, .boxes = false});
  expect_unsat({compare(BRAID_OP_EQ, doubled, third), compare(BRAID_OP_ULT, y, z), compare(BRAID_OP_ULT, z, 100),
                compare(BRAID_OP_ULT, constant(16, 32), x), compare(BRAID_OP_ULT, x, 1000)},
               {0, 1, 2, 3, 4});
  expect_sat({compare(BRAID_OP_EQ, store.binary(BRAID_OP_ADD, x, y), constant(7, 32))});
}

// Circles of relations that bound no difference: only boxes find something.
TEST_F(Shapes, BoxesForOverlappingSets) {
  const Expr x = word("x"), y = word("y"), z = word("z");
  const auto half = [&](Expr e) { return store.binary(BRAID_OP_UDIV, e, constant(3, 32)); };
  const std::vector<Expr> circle = {compare(BRAID_OP_ULT, half(x), y), compare(BRAID_OP_ULT, half(y), z),
                                    compare(BRAID_OP_ULT, half(z), x)};
  expect_sat(circle);
  EXPECT_EQ(ask(circle, {.order = false, .enumeration = false, .boxes = false}).verdict, Verdict::UNKNOWN);
  expect_sat(circle, {.order = false, .enumeration = false});
  // A box is no proof.
  const Expr different = compare(BRAID_OP_NE, store.binary(BRAID_OP_MUL, x, x), 0);
  EXPECT_NE(ask({circle[0], circle[1], circle[2], different, store.inverted(different)}).verdict,
            Verdict::SATISFIABLE);
}

// Preferring one operand leaves the other a single value, which is not the one that the product needs.
TEST_F(Shapes, BoxesThatPartInTheMiddle) {
  const Expr x = word("x"), y = word("y");
  const auto divided = [&](Expr e, uint64_t by) { return store.binary(BRAID_OP_UDIV, e, constant(by, 32)); };
  previous.set(store.symbol_of(byte("x0")), 4);
  previous.set(store.symbol_of(byte("y0")), 6);
  expect_sat({compare(BRAID_OP_ULT, x, 11), compare(BRAID_OP_ULT, y, 11),
              compare(BRAID_OP_ULT, divided(x, 2), divided(y, 2)),
              compare(BRAID_OP_ULE, divided(x, 3), divided(y, 3)),
              compare(BRAID_OP_EQ, store.binary(BRAID_OP_MUL, x, y), 24)},
             {.order = false, .enumeration = false});
}

TEST_F(Shapes, PartsOfSymbolsSideBySide) {
  const Expr a = byte("a"), b = byte("b");
  const Expr code = store.concat(store.extract(a, 0, 5), store.extract(b, 0, 6)); // of two bytes, as in UTF-8
  const Expr first = compare(BRAID_OP_EQ, store.extract(a, 5, 3), 6);
  const Expr second = compare(BRAID_OP_EQ, store.extract(b, 6, 2), 2);
  expect_sat({first, second, compare(BRAID_OP_ULT, code, 0x80)});
  expect_unsat({first, second, compare(BRAID_OP_ULT, code, 0x80), compare(BRAID_OP_ULT, constant(0xc1, 8), a)},
               {0, 2, 3});
  const Expr changed =
      store.concat(store.binary(BRAID_OP_ADD, a, b), store.binary(BRAID_OP_XOR, b, constant(9, 8)));
  expect_sat({compare(BRAID_OP_EQ, changed, 0x1234)});
}

TEST_F(Shapes, ByteThroughATable) {
  expr::Table table;
  for (unsigned i = 0; i < 256; i++)
    table.elements.push_back(i >= 'a' && i <= 'z' ? i - 32 : i);
  const Expr upper = store.read(store.table(table, 8, 8), byte("c"));
  expect_sat({compare(BRAID_OP_EQ, upper, 'Q'), compare(BRAID_OP_ULT, byte("c"), 'a')});
  expect_unsat({compare(BRAID_OP_EQ, upper, 'q')}, {0});
  const Expr c = byte("c");
  const Expr by_hand = store.choice(
      store.both(compare(BRAID_OP_ULE, constant('a', 8), c), compare(BRAID_OP_ULE, c, constant('z', 8))),
      store.binary(BRAID_OP_SUB, c, constant(32, 8)), c);
  expect_sat({compare(BRAID_OP_EQ, by_hand, 'Q'), compare(BRAID_OP_NE, c, 'q')});
  expect_unsat({compare(BRAID_OP_EQ, by_hand, 'q')}, {0});
}

TEST_F(Shapes, FewAssignmentsAreTried) {
  const Expr c = byte("c");
  const Expr square = store.binary(BRAID_OP_MUL, c, c);
  expect_sat({compare(BRAID_OP_EQ, square, 9), compare(BRAID_OP_ULT, constant(100, 8), c)}, {});
  expect_unsat({compare(BRAID_OP_NE, c, 1), compare(BRAID_OP_EQ, square, 3)}, {0, 1}, {});
  EXPECT_EQ(ask({compare(BRAID_OP_EQ, store.binary(BRAID_OP_MUL, word("x"), word("x")), 9)}, {}).verdict,
            Verdict::UNKNOWN);
}

TEST_F(Shapes, HugeConstraintsArePassedOn) {
  Expr e = word("x");
  for (int i = 0; i < 100000; i++)
    e = store.binary(BRAID_OP_XOR, store.binary(BRAID_OP_ADD, e, constant(3, 32)), word("y"));
  EXPECT_EQ(ask({compare(BRAID_OP_EQ, e, 3)}, {}).verdict, Verdict::UNKNOWN);
  Expr all = compare(BRAID_OP_EQ, byte("c"), 1);
  for (int i = 0; i < 100000; i++)
    all = store.either(store.both(all, compare(BRAID_OP_ULT, word("x"), uint64_t(i))),
                       compare(BRAID_OP_EQ, word("y"), uint64_t(i) + 5));
  EXPECT_EQ(ask({all}, {}).verdict, Verdict::UNKNOWN);
}

TEST_F(Shapes, PlainIntervalsAnswerLess) {
  const Expr c = byte("c"), d = byte("d");
  const auto plain = [&](const std::vector<Expr> &constraints) {
    PlainIntervalLayer layer(session, nullptr);
    EXPECT_EQ(layer.name(), "intervals");
    return layer.solve({.constraints = constraints}).verdict;
  };
  const Expr digit = compare(BRAID_OP_ULE, store.binary(BRAID_OP_SUB, c, constant('0', 8)), 9);
  EXPECT_EQ(plain({digit, compare(BRAID_OP_NE, c, '0')}), Verdict::SATISFIABLE);
  EXPECT_EQ(plain({digit, compare(BRAID_OP_ULT, c, '0')}), Verdict::UNSATISFIABLE);
  EXPECT_EQ(plain({compare(BRAID_OP_ULT, c, d)}), Verdict::UNKNOWN);
  EXPECT_EQ(plain({compare(BRAID_OP_EQ, store.binary(BRAID_OP_UREM, c, constant(7, 8)), 3)}), Verdict::UNKNOWN);
  EXPECT_EQ(plain({compare(BRAID_OP_ULT, store.binary(BRAID_OP_MUL, c, constant(5, 8)), 3)}), Verdict::UNKNOWN);
}

} // namespace
} // namespace braid::solver
