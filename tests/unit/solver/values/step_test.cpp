// Images and preimages of operations with a constant against enumeration: every strided wrapped interval, every
// constant and every operation up to width 4; random ones above, and wide ones by sampling.
#include "enumeration.h"
#include "expr/random.h"

#include <fmt/format.h>
#include <map>

namespace braid::solver::values::test {
namespace {

using expr::test::Random;
using expr::test::test_seed;

constexpr uint8_t BINARY[] = {BRAID_OP_ADD,  BRAID_OP_SUB,  BRAID_OP_MUL,  BRAID_OP_UDIV, BRAID_OP_SDIV,
                              BRAID_OP_UREM, BRAID_OP_SREM, BRAID_OP_AND,  BRAID_OP_OR,   BRAID_OP_XOR,
                              BRAID_OP_SHL,  BRAID_OP_LSHR, BRAID_OP_ASHR, BRAID_OP_EQ,   BRAID_OP_NE,
                              BRAID_OP_ULT,  BRAID_OP_ULE,  BRAID_OP_SLT,  BRAID_OP_SLE};

bool is_comparison(uint8_t op) { return expr::OPERATIONS[op].shape == expr::Shape::COMPARE; }

std::vector<Step> binary_steps(unsigned width) {
  std::vector<Step> steps;
  for (const uint8_t op : BINARY)
    for (const bool first : {false, true})
      for (Value c = 0; c <= mask_of(width); c++)
        steps.push_back({.op = op,
                         .constant_first = first,
                         .from = uint16_t(width),
                         .to = uint16_t(is_comparison(op) ? 1 : width),
                         .constant = c});
  return steps;
}

// Operations between widths, from `width` to up to `most`, and those of one operand.
std::vector<Step> other_steps(unsigned width, unsigned most) {
  std::vector<Step> steps;
  const auto from = uint16_t(width);
  for (uint16_t to = uint16_t(width + 1); to <= most; to++) {
    steps.push_back({.op = BRAID_OP_ZEXT, .from = from, .to = to});
    steps.push_back({.op = BRAID_OP_SEXT, .from = from, .to = to});
    for (const bool first : {false, true})
      for (Value c = 0; c <= mask_of(to - width); c++)
        steps.push_back({.op = BRAID_OP_CONCAT, .constant_first = first, .from = from, .to = to, .constant = c});
  }
  for (uint16_t to = 1; to < width; to++)
    for (uint16_t low = 0; low + to <= from; low++)
      steps.push_back({.op = BRAID_OP_EXTRACT, .from = from, .to = to, .low = low});
  for (const uint8_t op : {BRAID_OP_CTLZ, BRAID_OP_CTTZ, BRAID_OP_BITREVERSE})
    steps.push_back({.op = op, .from = from, .to = from});
  if (width % 8 == 0)
    steps.push_back({.op = BRAID_OP_BSWAP, .from = from, .to = from});
  if (width == 1)
    for (Value yes = 0; yes < 8; yes++)
      for (Value no = 0; no < 8; no++)
        steps.push_back({.op = BRAID_OP_ITE, .from = 1, .to = 3, .constant = yes, .other = no});
  return steps;
}

std::string text_of(const Step &step, const ValueSet &set) {
  std::string text =
      fmt::format("{} {} {}, {} to {} bits, low {}, set", expr::OPERATIONS[step.op].name,
                  step.constant_first ? "of constant" : "with", step.constant, step.from, step.to, step.low);
  for (const StridedInterval &piece : set.pieces())
    text += fmt::format(" <{} steps {} by {}>", piece.first, piece.steps, piece.stride);
  return text;
}

// Whether an answer was given.
bool check_preimage(const Step &step, const ValueSet &set) {
  const std::optional<ValueSet> found = preimage(step, set);
  if (!found)
    return false;
  EXPECT_EQ(found->width(), step.from);
  const Members wanted = members_of(set);
  Members expected(size_t(1) << step.from);
  for (size_t x = 0; x < expected.size(); x++)
    expected[x] = wanted[size_t(step.apply(x))];
  EXPECT_EQ(members_of(*found), expected) << text_of(step, set);
  return true;
}

bool check_image(const Step &step, const ValueSet &set) {
  const std::optional<ValueSet> found = image(step, set);
  if (!found)
    return false;
  EXPECT_EQ(found->width(), step.to);
  const Members given = members_of(set);
  Members expected(size_t(1) << step.to);
  for (size_t x = 0; x < given.size(); x++)
    if (given[x])
      expected[size_t(step.apply(x))] = true;
  EXPECT_EQ(members_of(*found), expected) << text_of(step, set);
  return true;
}

// Remainders and signed quotients of a constant are not looked into.
bool is_supported_backward(const Step &step) {
  return !step.constant_first ||
         (step.op != BRAID_OP_UREM && step.op != BRAID_OP_SREM && step.op != BRAID_OP_SDIV);
}

TEST(Steps, AllPreimages) {
  for (unsigned width = 1; width <= 4; width++) {
    std::map<unsigned, std::vector<ValueSet>> intervals;
    for (unsigned to = 1; to <= 6; to++)
      intervals[to] = all_intervals(to);
    std::vector<Step> steps = binary_steps(width);
    const std::vector<Step> others = other_steps(width, std::min(width + 2, 6u));
    steps.insert(steps.end(), others.begin(), others.end());
    for (const Step &step : steps)
      for (const ValueSet &set : intervals[step.to]) {
        const bool answered = check_preimage(step, set);
        ASSERT_FALSE(HasFailure());
        // So few numbers fit the bound in any shape.
        ASSERT_TRUE(answered || !is_supported_backward(step)) << text_of(step, set);
      }
  }
}

TEST(Steps, AllImages) {
  for (unsigned width = 1; width <= 4; width++) {
    std::vector<Step> steps = binary_steps(width);
    const std::vector<Step> others = other_steps(width, width + 2);
    steps.insert(steps.end(), others.begin(), others.end());
    const std::vector<ValueSet> intervals = all_intervals(width);
    for (const Step &step : steps)
      for (const ValueSet &set : intervals) {
        ASSERT_TRUE(check_image(step, set)) << text_of(step, set);
        ASSERT_FALSE(HasFailure());
      }
  }
}

ValueSet random_set(Random &random, unsigned width) {
  Pieces pieces;
  const Value mask = mask_of(width);
  for (uint64_t count = 1 + random.below(4); count > 0; count--) {
    const Value stride = random.chance(50) ? 1 : 1 + Value(random.below(uint64_t(mask)));
    pieces.push_back(strided(random.value(width), Value(random.below(uint64_t(mask / stride) + 1)), stride));
  }
  if (std::optional<ValueSet> set = ValueSet::united(width, pieces))
    return *set;
  return random_set(random, width);
}

TEST(Steps, RandomSetsUpToEightBits) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  size_t preimages = 0, images = 0;
  const size_t rounds = 60000;
  for (size_t round = 0; round < rounds; round++) {
    const unsigned width = 2 + unsigned(random.below(7));
    Step step;
    if (random.chance(70)) {
      const uint8_t op = random.pick(BINARY);
      step = {.op = op,
              .constant_first = random.chance(20),
              .from = uint16_t(width),
              .to = uint16_t(is_comparison(op) ? 1 : width),
              .constant = random.value(width)};
    } else {
      step = random.pick(other_steps(width, std::min(width + 2, 9u)));
    }
    preimages += check_preimage(step, random_set(random, step.to));
    images += check_image(step, random_set(random, step.from));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(preimages, rounds / 2);
  EXPECT_GT(images, rounds / 2);
}

// x is in the preimage exactly if the step gives a member; the step of a member is in the image.
TEST(Steps, RandomSetsOfLargeWidth) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  size_t preimages = 0, images = 0, inside = 0;
  const size_t rounds = 60000;
  const auto some_member = [&](const ValueSet &set) {
    const Value last = set.last_index();
    return set.member(last == ~Value(0) ? random.value(128) : random.value(128) % (last + 1));
  };
  for (size_t round = 0; round < rounds; round++) {
    static constexpr unsigned WIDTHS[] = {8, 16, 32, 64, 65, 127, 128};
    const unsigned width = random.pick(WIDTHS);
    Step step{.from = uint16_t(width), .to = uint16_t(width)};
    switch (random.below(6)) {
    case 0:
      step.to = uint16_t(1 + random.below(128));
      step.op = step.to > width ? random.chance(50) ? BRAID_OP_ZEXT : BRAID_OP_SEXT : BRAID_OP_EXTRACT;
      if (step.op == BRAID_OP_EXTRACT)
        step.low = uint16_t(random.below(width - step.to + 1));
      break;
    case 1:
      if (width == 128)
        continue;
      step.op = BRAID_OP_CONCAT;
      step.to = uint16_t(width + 1 + random.below(128 - width));
      step.constant = random.value(step.to - width);
      step.constant_first = random.chance(50);
      break;
    default:
      step.op = random.pick(BINARY);
      step.to = uint16_t(is_comparison(step.op) ? 1 : width);
      step.constant = random.chance(50) ? random.value(width) : Value(random.below(40));
      step.constant_first = random.chance(20);
    }
    const auto some_interval = [&](unsigned bits) {
      const Value mask = mask_of(bits);
      const Value stride = random.chance(50) ? 1 : std::max<Value>(1, random.value(bits));
      const Value steps =
          std::min(mask / stride, random.chance(50) ? random.value(bits) : Value(random.below(100)));
      return ValueSet::progression(bits, random.value(bits), steps, stride);
    };
    const ValueSet before = some_interval(step.from), after = some_interval(step.to);
    if (const std::optional<ValueSet> found = image(step, before)) {
      images++;
      for (int i = 0; i < 4; i++) {
        const Value result = step.apply(some_member(before));
        ASSERT_TRUE(found->contains(result)) << text_of(step, before);
        // Any member of the image is hit by a member: its preimage meets the set.
        const std::optional<ValueSet> sources = preimage(step, ValueSet::single(step.to, some_member(*found)));
        const std::optional<ValueSet> met = sources ? sources->intersection(before) : std::nullopt;
        ASSERT_TRUE(!met || !met->is_empty()) << text_of(step, before);
      }
    }
    if (const std::optional<ValueSet> found = preimage(step, after)) {
      preimages++;
      std::vector<Value> samples = {random.value(step.from), some_member(before)};
      for (int i = 0; i < 4 && !found->is_empty(); i++)
        samples.push_back(some_member(*found));
      for (int i = 0; i < 2; i++) // near the edges
        if (!found->is_empty())
          samples.push_back((found->pieces()[0].last() + random.below(3)) & mask_of(step.from));
      for (const Value x : samples) {
        inside += found->contains(x);
        ASSERT_EQ(found->contains(x), after.contains(step.apply(x))) << text_of(step, after);
      }
    }
  }
  EXPECT_GT(preimages, rounds / 3);
  EXPECT_GT(images, rounds / 3);
  EXPECT_GT(inside, rounds);
}

TEST(Steps, WideOnesThatMustBeAnswered) {
  const auto binary = [](uint8_t op, Value c) { return Step{.op = op, .from = 32, .to = 32, .constant = c}; };
  // x * 4 == 20 has four solutions, x * 3 <= 30 three intervals.
  EXPECT_EQ(preimage(binary(BRAID_OP_MUL, 4), ValueSet::single(32, 20))->last_index(), 3u);
  EXPECT_EQ(preimage(binary(BRAID_OP_MUL, 3), ValueSet::range(32, 0, 30))->pieces().size(), 3u);
  // x * 31 + c == d has one.
  EXPECT_TRUE(preimage(binary(BRAID_OP_MUL, 31), ValueSet::single(32, 77))->is_single());
  // x % 7 == 3 is one stride, its negation six.
  const ValueSet three = ValueSet::single(32, 3);
  EXPECT_EQ(preimage(binary(BRAID_OP_UREM, 7), three)->pieces().size(), 1u);
  EXPECT_TRUE(preimage(binary(BRAID_OP_UREM, 7), *three.complement()));
  EXPECT_TRUE(preimage(binary(BRAID_OP_SREM, 10), ValueSet::single(32, 0)));
  // Capital and small letters differ in one bit.
  EXPECT_EQ(preimage(binary(BRAID_OP_AND, 0xdf), ValueSet::single(32, 'A'))->last_index(), 0x1ffffffu);
  // Nothing above the largest number: found by a random test.
  const Step largest_divided{
      .op = BRAID_OP_UDIV, .constant_first = true, .from = 128, .to = 128, .constant = ~Value(0)};
  EXPECT_TRUE(preimage(largest_divided, ValueSet::single(128, 0))->is_empty());
  EXPECT_TRUE(preimage(binary(BRAID_OP_ASHR, 4), ValueSet::range(32, Value(-3) & 0xffffffff, 5)));
  EXPECT_TRUE(preimage(binary(BRAID_OP_SDIV, Value(-10) & 0xffffffff), ValueSet::range(32, 3, 9)));
}

} // namespace
} // namespace braid::solver::values::test
