// Set algebra against enumeration: all strided wrapped intervals of widths up to 4, random sets above.
#include "enumeration.h"
#include "expr/random.h"

#include <algorithm>

namespace braid::solver::values::test {
namespace {

using expr::test::Random;
using expr::test::test_seed;

void expect_members(const std::optional<ValueSet> &set, const Members &expected) {
  ASSERT_TRUE(set);
  ASSERT_EQ(members_of(*set), expected);
}

void check_questions(const ValueSet &set) {
  const Members members = members_of(set);
  const size_t count = size_t(std::count(members.begin(), members.end(), true));
  ASSERT_EQ(set.is_empty(), count == 0);
  ASSERT_EQ(set.is_full(), count == members.size());
  for (size_t number = 0; number < members.size(); number++)
    ASSERT_EQ(set.contains(number), members[number]);
  if (count == 0)
    return;
  ASSERT_EQ(set.last_index(), count - 1);
  Members by_index(members.size());
  for (size_t i = 0; i < count; i++)
    by_index[size_t(set.member(i))] = true;
  ASSERT_EQ(by_index, members);
  const auto first = std::find(members.begin(), members.end(), true);
  ASSERT_EQ(set.lowest(), Value(first - members.begin()));
  ASSERT_TRUE(members[size_t(set.highest())]);
  ASSERT_EQ(std::find(members.begin() + ptrdiff_t(set.highest()) + 1, members.end(), true), members.end());
  for (size_t wanted = 0; wanted < members.size(); wanted++) {
    const size_t nearest = size_t(set.nearest(wanted));
    ASSERT_TRUE(members[nearest]);
    const size_t distance = nearest > wanted ? nearest - wanted : wanted - nearest;
    for (size_t other = 0; other < members.size(); other++)
      ASSERT_FALSE(members[other] && (other > wanted ? other - wanted : wanted - other) < distance);
  }
}

void check_pair(const ValueSet &a, const ValueSet &b) {
  const Members in_a = members_of(a), in_b = members_of(b);
  Members both(in_a.size()), only_a(in_a.size()), either(in_a.size());
  for (size_t i = 0; i < in_a.size(); i++) {
    both[i] = in_a[i] && in_b[i];
    only_a[i] = in_a[i] && !in_b[i];
    either[i] = in_a[i] || in_b[i];
  }
  expect_members(a.intersection(b), both);
  expect_members(a.difference(b), only_a);
  expect_members(a.with(b), either);
}

TEST(ValueSets, QuestionsAboutAllIntervals) {
  for (unsigned width = 1; width <= 5; width++)
    for (const ValueSet &set : all_intervals(width))
      check_questions(set);
}

TEST(ValueSets, AllPairsOfIntervals) {
  for (unsigned width = 1; width <= 4; width++) {
    const std::vector<ValueSet> all = all_intervals(width);
    for (const ValueSet &a : all)
      for (const ValueSet &b : all) {
        check_pair(a, b);
        if (HasFatalFailure())
          FAIL() << "width " << width << " first " << uint64_t(a.pieces()[0].first) << " steps "
                 << uint64_t(a.pieces()[0].steps) << " stride " << uint64_t(a.pieces()[0].stride) << " and first "
                 << uint64_t(b.pieces()[0].first) << " steps " << uint64_t(b.pieces()[0].steps) << " stride "
                 << uint64_t(b.pieces()[0].stride);
      }
  }
}

TEST(ValueSets, MovedAndReflected) {
  for (unsigned width = 1; width <= 5; width++)
    for (const ValueSet &set : all_intervals(width))
      for (Value by = 0; by <= set.mask(); by++) {
        const Members members = members_of(set);
        Members moved(members.size()), reflected(members.size());
        for (size_t i = 0; i < members.size(); i++)
          if (members[i]) {
            moved[size_t((i + by) & set.mask())] = true;
            reflected[size_t((by - i) & set.mask())] = true;
          }
        ASSERT_EQ(members_of(set.plus(by)), moved);
        ASSERT_EQ(members_of(set.reflected(by)), reflected);
      }
}

TEST(ValueSets, Complements) {
  for (unsigned width = 1; width <= 5; width++)
    for (const ValueSet &set : all_intervals(width)) {
      Members others = members_of(set);
      others.flip();
      expect_members(set.complement(), others);
      expect_members(set.complement()->complement(), members_of(set));
    }
}

// Sets of several pieces: arbitrary members, joined into pieces again and again.
TEST(ValueSets, RandomSetsOfSmallWidth) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 20000; round++) {
    const unsigned width = 1 + unsigned(random.below(6));
    const auto some_set = [&] {
      Pieces pieces;
      const unsigned percent = unsigned(random.below(101));
      for (Value number = 0; number <= mask_of(width); number++)
        if (random.chance(percent))
          pieces.push_back(strided(number, 0, 1));
      return *ValueSet::joined(width, pieces);
    };
    const ValueSet a = some_set(), b = some_set();
    check_questions(a);
    check_pair(a, b);
    if (HasFatalFailure())
      FAIL();
  }
}

// Wide sets: membership of results is membership of what they were made from.
TEST(ValueSets, RandomSetsOfLargeWidth) {
  const uint64_t seed = test_seed();
  SCOPED_TRACE(seed);
  Random random(seed);
  size_t met = 0;
  for (int round = 0; round < 20000; round++) {
    static constexpr unsigned WIDTHS[] = {8, 16, 31, 32, 33, 63, 64, 65, 127, 128};
    const unsigned width = random.pick(WIDTHS);
    const Value mask = mask_of(width);
    const auto some_interval = [&] {
      const Value stride = std::max<Value>(1, random.chance(50) ? random.value(width) : random.below(20) & mask);
      const Value most = mask / stride;
      const Value steps = random.chance(50) ? most : std::min<Value>(most, random.value(width));
      return ValueSet::progression(width, random.value(width), steps, stride);
    };
    const ValueSet a = some_interval(), b = some_interval();
    const std::optional<ValueSet> both = a.intersection(b), only = a.difference(b), either = a.with(b);
    ASSERT_TRUE(both);
    std::vector<Value> samples;
    for (const ValueSet *set : {&a, &b, &*both})
      for (int i = 0; i < 4 && !set->is_empty(); i++) {
        const Value last = set->last_index();
        const Value index = i == 0              ? 0
                            : i == 1            ? last
                            : last == ~Value(0) ? random.value(128)
                                                : random.value(128) % (last + 1);
        samples.push_back(set->member(index));
        ASSERT_TRUE(set->contains(samples.back()));
      }
    samples.push_back(random.value(width));
    for (const Value sample : samples) {
      met += both->contains(sample);
      ASSERT_EQ(both->contains(sample), a.contains(sample) && b.contains(sample));
      if (only) {
        ASSERT_EQ(only->contains(sample), a.contains(sample) && !b.contains(sample));
      }
      if (either) {
        ASSERT_EQ(either->contains(sample), a.contains(sample) || b.contains(sample));
      }
    }
    // Counting says that nothing is missing between the samples.
    if (only && !a.is_full()) {
      const Value in_both = both->is_empty() ? 0 : both->last_index() + 1;
      const Value in_a = only->is_empty() ? 0 : only->last_index() + 1;
      ASSERT_EQ(in_both + in_a, a.last_index() + 1);
    }
  }
  EXPECT_GT(met, 1000u);
}

TEST(ValueSets, TooManyPiecesIsNoAnswer) {
  Pieces pieces;
  for (Value i = 0; i <= ValueSet::MAX_PIECES; i++)
    pieces.push_back(strided(i * i * 10, 2, 1));
  EXPECT_FALSE(ValueSet::joined(32, pieces));
  pieces.pop_back();
  EXPECT_TRUE(ValueSet::joined(32, pieces));
}

TEST(ValueSets, AllNumbersOf128Bits) {
  const ValueSet full = ValueSet::full(128);
  EXPECT_TRUE(full.is_full());
  EXPECT_EQ(full.last_index(), ~Value(0));
  EXPECT_TRUE(full.complement()->is_empty());
  const ValueSet most = *full.difference(ValueSet::single(128, 5));
  EXPECT_EQ(most.pieces().size(), 1u); // over the end
  EXPECT_EQ(most.last_index(), ~Value(0) - 1);
  EXPECT_FALSE(most.is_full());
  EXPECT_EQ(most.nearest(5) ^ 2, 4u); // 4 or 6
  EXPECT_TRUE(most.with(ValueSet::single(128, 5))->is_full());
}

} // namespace
} // namespace braid::solver::values::test
