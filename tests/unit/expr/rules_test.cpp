// The rules never change a value, and lead to one form: checked for all small expressions under all inputs.
#include "all_inputs.h"
#include "random.h"

#include <algorithm>
#include <set>

namespace braid::expr {
namespace {

using test::AllInputs;
using test::Random;
using test::test_seed;

constexpr unsigned WIDEST = 16; // of what is made here

// Operations of two operands; of the bits as they are, and of comparisons.
std::vector<uint8_t> binary_operations() {
  std::vector<uint8_t> found;
  for (uint8_t op = BRAID_OP_ADD; op <= BRAID_OP_SLE; op++)
    found.push_back(op);
  return found;
}

bool commutes(uint8_t op) {
  switch (op) {
  case BRAID_OP_ADD:
  case BRAID_OP_MUL:
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
    return true;
  default:
    return false;
  }
}

unsigned result_width(uint8_t op, unsigned width) { return OPERATIONS[op].shape == Shape::COMPARE ? 1 : width; }

// All constants of a small width, the corner cases of a large one.
std::vector<uint64_t> constants(unsigned width) {
  const uint64_t most = low_bits<uint64_t>(width);
  std::set<uint64_t> values;
  if (width <= 4)
    for (uint64_t value = 0; value <= most; value++)
      values.insert(value);
  else
    for (const uint64_t value : {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(3), uint64_t(5), uint64_t(width),
                                 most / 2, most / 2 + 1, most / 4 + 1, most - 1, most})
      values.insert(value);
  return {values.begin(), values.end()};
}

// Checks op with both orders of the operands; those that commute must give one expression.
void check_orders(AllInputs &all, std::vector<Expr> *made, uint8_t op, Expr a, Expr b) {
  const unsigned width = result_width(op, all.store.width(a));
  const Expr one = all.checked(op, width, a, b), other = all.checked(op, width, b, a);
  if (commutes(op)) {
    EXPECT_EQ(one, other) << all.text(op, width, a, b, 0);
  }
  if (made != nullptr)
    made->insert(made->end(), {one, other});
}

// Operations of one operand, of all kinds; and the concatenations with constants and with itself.
void check_unary(AllInputs &all, std::vector<Expr> *made, Expr a) {
  const unsigned width = all.store.width(a);
  const auto keep = [&](Expr e) {
    if (made != nullptr)
      made->push_back(e);
  };
  for (const uint8_t op : {BRAID_OP_CTPOP, BRAID_OP_CTLZ, BRAID_OP_CTTZ, BRAID_OP_BSWAP, BRAID_OP_BITREVERSE})
    if (op != BRAID_OP_BSWAP || width % 8 == 0)
      keep(all.checked(op, width, a));
  for (unsigned low = 0; low < width; low++)
    for (unsigned part = 1; low + part <= width && part < width; part++)
      keep(all.checked(BRAID_OP_EXTRACT, part, a, low));
  for (const unsigned extra : {1u, 2u, 3u, 5u, width})
    if (width + extra <= WIDEST) {
      keep(all.checked(BRAID_OP_ZEXT, width + extra, a));
      keep(all.checked(BRAID_OP_SEXT, width + extra, a));
      for (const uint64_t value : {uint64_t(0), low_bits<uint64_t>(extra), uint64_t(1)}) {
        const Expr c = all.store.constant(value, extra);
        keep(all.checked(BRAID_OP_CONCAT, width + extra, a, c));
        keep(all.checked(BRAID_OP_CONCAT, width + extra, c, a));
      }
    }
  if (2 * width <= WIDEST)
    keep(all.checked(BRAID_OP_CONCAT, 2 * width, a, a));
}

void without_duplicates(std::vector<Expr> &expressions) {
  std::sort(expressions.begin(), expressions.end());
  expressions.erase(std::unique(expressions.begin(), expressions.end()), expressions.end());
}

// outer(inner(x, c), d) and outer(d, inner(...)), where c and d are x or any constant, for one inner operation;
// the last round takes the inner operations of one operand.
void check_pairs(unsigned width, std::optional<uint8_t> inner) {
  const unsigned widths[] = {width};
  AllInputs all(widths);
  const Expr x = all.symbol(0);
  std::vector<Expr> made;
  if (inner) {
    check_orders(all, &made, *inner, x, x);
    for (const uint64_t value : constants(width))
      check_orders(all, &made, *inner, x, all.store.constant(value, width));
  } else {
    check_unary(all, &made, x);
  }
  without_duplicates(made);
  for (const Expr a : made) {
    if (all.store.is_constant(a))
      continue;
    check_unary(all, nullptr, a);
    for (const uint8_t outer : binary_operations()) {
      for (const uint64_t value : constants(all.store.width(a)))
        check_orders(all, nullptr, outer, a, all.store.constant(value, all.store.width(a)));
      if (all.store.width(a) == width)
        check_orders(all, nullptr, outer, a, x);
    }
    if (::testing::Test::HasFailure())
      return;
  }
  all.expect_made_again_the_same();
}

class RulesOfWidth : public ::testing::TestWithParam<unsigned> {};

TEST_P(RulesOfWidth, KeepTheValueOfTwoOperationsWithConstants) {
  for (const uint8_t inner : binary_operations()) {
    check_pairs(GetParam(), inner);
    if (HasFailure())
      return;
  }
  check_pairs(GetParam(), std::nullopt);
}
INSTANTIATE_TEST_SUITE_P(Rules, RulesOfWidth, ::testing::Range(1u, 9u));

// outer(inner(x, y), other(...)) over two symbols and all constants: all pairs where they are few enough, else as
// many as there is time for, by chance.
class RulesOfTwoSymbols : public ::testing::TestWithParam<unsigned> {};

TEST_P(RulesOfTwoSymbols, KeepTheValueOfThreeOperations) {
  constexpr size_t MOST = 100'000; // pairs for each outer operation
  const unsigned width = GetParam(), widths[] = {width, width};
  const uint64_t seed = test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (const uint8_t outer : binary_operations()) {
    AllInputs all(widths);
    const Expr x = all.symbol(0), y = all.symbol(1);
    std::vector<Expr> leaves{x, y}, made;
    for (const uint64_t value : constants(width))
      leaves.push_back(all.store.constant(value, width));
    for (const uint8_t inner : binary_operations())
      for (size_t i = 0; i < leaves.size(); i++)
        for (size_t j = 0; j <= i && j < 2; j++)
          check_orders(all, &made, inner, leaves[j], leaves[i]);
    without_duplicates(made);
    for (const unsigned of : {1u, width}) {
      std::vector<Expr> operands;
      for (const Expr e : made)
        if (all.store.width(e) == of)
          operands.push_back(e);
      const bool every = operands.size() * operands.size() <= 2 * MOST;
      for (size_t i = 0; i < (every ? operands.size() : MOST / 100); i++) {
        const Expr a = every ? operands[i] : random.pick(operands);
        for (size_t j = 0; j <= (every ? i : 100); j++)
          check_orders(all, nullptr, outer, a, every ? operands[j] : random.pick(operands));
        if (HasFailure())
          return;
      }
      if (width == 1)
        break;
    }
    all.expect_made_again_the_same();
    if (HasFailure())
      return;
  }
}
INSTANTIATE_TEST_SUITE_P(Rules, RulesOfTwoSymbols, ::testing::Range(1u, 4u));

// Choices between constants, symbols and other choices; conditions of all sorts; operations on choices.
TEST(Rules, KeepTheValueOfChoices) {
  const unsigned widths[] = {2, 2, 1};
  AllInputs all(widths);
  const Expr x = all.symbol(0), y = all.symbol(1), p = all.symbol(2);
  std::vector<Expr> leaves{x, y}, conditions{p, all.store.inverted(p)}, made;
  for (const uint64_t value : constants(2))
    leaves.push_back(all.store.constant(value, 2));
  for (const uint8_t op : {BRAID_OP_EQ, BRAID_OP_NE, BRAID_OP_ULT, BRAID_OP_ULE, BRAID_OP_SLT, BRAID_OP_SLE})
    for (const Expr leaf : leaves)
      check_orders(all, &conditions, op, x, leaf);
  without_duplicates(conditions);
  for (const Expr condition : conditions)
    for (const Expr yes : leaves)
      for (const Expr no : leaves)
        made.push_back(all.checked(BRAID_OP_ITE, 2, condition, yes, no));
  for (const Expr condition : conditions)
    for (const Expr yes : conditions)
      for (const Expr no : {p, all.store.truth(false), all.store.truth(true), conditions[5], conditions.back()})
        all.checked(BRAID_OP_ITE, 1, condition, yes, no);
  without_duplicates(made);
  for (const Expr choice : made) {
    check_unary(all, nullptr, choice);
    for (const Expr leaf : leaves) {
      for (const uint8_t op : binary_operations())
        check_orders(all, nullptr, op, choice, leaf);
      for (const Expr condition : {p, conditions[4], conditions[7]}) {
        all.checked(BRAID_OP_ITE, 2, condition, choice, leaf);
        all.checked(BRAID_OP_ITE, 2, condition, leaf, choice);
      }
    }
    if (HasFailure())
      return;
  }
  all.expect_made_again_the_same();
}

// Concatenations and extractions across each other, as reading numbers byte by byte makes them.
TEST(Rules, KeepTheValueOfParts) {
  const unsigned widths[] = {3, 2, 2};
  AllInputs all(widths);
  std::vector<Expr> parts{all.symbol(0), all.symbol(1), all.symbol(2)}, made;
  for (const unsigned width : {1u, 2u})
    for (const uint64_t value : constants(width))
      parts.push_back(all.store.constant(value, width));
  for (const Expr part : std::vector(parts))
    check_unary(all, &parts, part);
  without_duplicates(parts);
  std::erase_if(parts, [&](Expr e) { return all.store.width(e) > 5; });
  for (const Expr high : parts)
    for (const Expr low : parts)
      made.push_back(all.checked(BRAID_OP_CONCAT, all.store.width(high) + all.store.width(low), high, low));
  without_duplicates(made);
  const uint64_t seed = test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (int i = 0; i < 3000 && !HasFailure(); i++) {
    const Expr a = random.pick(made), b = random.pick(made), part = random.pick(parts);
    const unsigned width = all.store.width(a);
    check_unary(all, nullptr, a);
    all.checked(BRAID_OP_CONCAT, width + all.store.width(part), a, part);
    all.checked(BRAID_OP_CONCAT, width + all.store.width(part), part, a);
    for (const uint8_t op : binary_operations()) {
      check_orders(all, nullptr, op, a, all.store.constant(random.word(), width));
      if (all.store.width(b) == width)
        check_orders(all, nullptr, op, a, b);
    }
  }
  all.expect_made_again_the_same();
}

TEST(Rules, NegatingTwiceGivesTheSame) {
  const unsigned widths[] = {3, 3};
  AllInputs all(widths);
  const Expr x = all.symbol(0), y = all.symbol(1);
  std::vector<Expr> made{x, all.store.extract(x, 1, 1)};
  for (const uint8_t op : binary_operations()) {
    check_orders(all, &made, op, x, y);
    for (const uint64_t value : constants(3))
      check_orders(all, &made, op, x, all.store.constant(value, 3));
  }
  for (const Expr e : made) {
    EXPECT_EQ(all.store.inverted(all.store.inverted(e)), e) << all.text(e);
    EXPECT_EQ(all.store.negated(all.store.negated(e)), e) << all.text(e);
    if (OPERATIONS[all.store[e].op].shape == Shape::COMPARE) { // a comparison turned round costs nothing
      const Expr other = all.store.inverted(e);
      EXPECT_EQ(OPERATIONS[all.store[other].op].shape, Shape::COMPARE) << all.text(other);
    }
  }
}

} // namespace
} // namespace braid::expr
