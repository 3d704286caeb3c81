// What is left of each byte, against all values of two bytes.
#include "../expr/random.h"
#include "explore/domains.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace braid::explore {
namespace {

using expr::test::Random;
using expr::test::test_seed;

class DomainsTest : public testing::Test {
protected:
  expr::Store store;
  const Expr a = store.symbol("a", 8), b = store.symbol("b", 8);
  Domains domains{store};
  std::vector<Expr> added;

  Expr number(uint64_t value, unsigned width = 8) { return store.constant(value, width); }
  void add(Expr constraint) {
    domains.add(constraint);
    added.push_back(constraint);
  }

  // Whether all inputs that satisfy what was added satisfy all these conditions, and whether none does.
  struct Truth {
    bool any = false; // input satisfies what was added
    bool all = true, none = true;
  };
  Truth truth(std::span<const Expr> conditions) {
    expr::Evaluator evaluator(store);
    expr::Assignment assignment;
    Truth truth;
    for (unsigned input = 0; input < 0x10000; input++) {
      assignment.set(store.symbol_of(a), input & 0xFF);
      assignment.set(store.symbol_of(b), input >> 8);
      evaluator.assign(assignment);
      const auto holds = [&](Expr condition) { return evaluator.holds(condition); };
      if (!std::all_of(added.begin(), added.end(), holds))
        continue;
      truth.any = true;
      const bool satisfied = std::all_of(conditions.begin(), conditions.end(), holds);
      truth.all = truth.all && satisfied;
      truth.none = truth.none && !satisfied;
    }
    return truth;
  }

  Expr random_value(Random &random, bool both) {
    Expr value = random.below(2) != 0 ? a : b;
    switch (random.below(6)) {
    case 0:
      value = store.binary(BRAID_OP_AND, value, number(random.below(256)));
      break;
    case 1:
      value = store.binary(BRAID_OP_ADD, value, number(random.below(256)));
      break;
    case 2:
      value = store.binary(BRAID_OP_UREM, value, number(1 + random.below(20)));
      break;
    default:
      break;
    }
    return both && random.below(3) == 0 ? store.binary(BRAID_OP_XOR, value, b) : value;
  }
  Expr random_condition(Random &random, bool both) {
    static constexpr uint8_t COMPARISONS[] = {BRAID_OP_EQ, BRAID_OP_ULT, BRAID_OP_ULE, BRAID_OP_SLT};
    const Expr condition = store.compare(COMPARISONS[random.below(std::size(COMPARISONS))],
                                         random_value(random, both), number(random.below(256)));
    return random.below(2) != 0 ? condition : store.inverted(condition);
  }
};

TEST_F(DomainsTest, WhatWasAskedBeforeIsKnown) {
  const Expr sum = store.compare(BRAID_OP_ULT, store.binary(BRAID_OP_ADD, a, b), number(10));
  EXPECT_FALSE(domains.is_implied(sum));
  add(sum);
  EXPECT_TRUE(domains.is_implied(sum));
  domains.keep(0);
  EXPECT_FALSE(domains.is_implied(sum));
}

TEST_F(DomainsTest, OneValueLeftDecidesEverything) {
  add(store.compare(BRAID_OP_EQ, a, number('x')));
  const Expr sum = store.compare(BRAID_OP_EQ, store.binary(BRAID_OP_ADD, a, b), number('x' + 2));
  EXPECT_FALSE(domains.is_implied(sum));
  add(store.compare(BRAID_OP_EQ, b, number(2)));
  EXPECT_TRUE(domains.is_implied(sum));
  EXPECT_TRUE(domains.is_implied(store.compare(BRAID_OP_ULT, a, number('y'))));
  domains.keep(1);
  EXPECT_FALSE(domains.is_implied(sum));
}

TEST_F(DomainsTest, ConditionsThatOnlyTogetherAreImpossible) {
  add(store.compare(BRAID_OP_ULT, a, number(2)));
  const std::vector<Expr> neither{store.inverted(store.compare(BRAID_OP_EQ, a, number(0))),
                                  store.inverted(store.compare(BRAID_OP_EQ, a, number(1)))};
  EXPECT_FALSE(domains.is_excluded(std::span(neither).first(1)));
  EXPECT_TRUE(domains.is_excluded(neither));
  EXPECT_FALSE(domains.is_excluded({}));
}

TEST_F(DomainsTest, LongConditionsAreLeftAlone) {
  Expr value = store.resize(a, 64, false);
  for (unsigned i = 0; i < 200; i++)
    value = store.binary(BRAID_OP_XOR, store.binary(BRAID_OP_MUL, value, number(0x9E3779B97F4A7C15U, 64)),
                         store.binary(BRAID_OP_LSHR, value, number(i % 60 + 1, 64)));
  const Expr condition = store.compare(BRAID_OP_ULT, value, number(uint64_t(1) << 40, 64));
  EXPECT_FALSE(domains.is_implied(condition));
  add(condition);
  EXPECT_TRUE(domains.is_implied(condition)); // as it stands there
}

// Never more than is true; and all that is true as long as no condition is about both bytes.
TEST_F(DomainsTest, AgreeWithAllInputs) {
  const uint64_t seed = test_seed();
  Random random(seed);
  for (int round = 0; round < 16; round++) {
    const bool both = round % 2 != 0;
    added.clear();
    domains.keep(0);
    for (int i = 0; i < 12; i++) {
      if (!added.empty() && random.below(4) == 0) {
        added.resize(random.below(added.size()));
        domains.keep(added.size());
      }
      const std::vector<Expr> conditions{random_condition(random, both), random_condition(random, both)};
      if (store.is_constant(conditions[0]) || store.is_constant(conditions[1]))
        continue;
      const Truth one = truth(std::span(conditions).first(1)), two = truth(conditions);
      if (!one.none) { // what is asked about is what the run did
        const bool said = domains.is_implied(conditions[0]);
        EXPECT_TRUE(both ? !said || one.all : said == one.all) << "seed " << seed << ", round " << round;
      }
      const bool said = domains.is_excluded(conditions);
      EXPECT_TRUE(!said || two.none) << "seed " << seed << ", round " << round;
      added.push_back(conditions[0]);
      if (truth({}).any)
        domains.add(conditions[0]);
      else
        added.pop_back();
    }
    EXPECT_EQ(domains.constraints(), added.size());
  }
}

} // namespace
} // namespace braid::explore
