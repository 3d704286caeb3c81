// Composites by enumeration: an expression recorded at one input must have the right value at every input. Two
// input bytes give the operands, cut to the width; the expected value is computed here, independently.
#include "runtime/api.h"
#include "support.h"

#include <bit>
#include <cmath>
#include <functional>
#include <random>

namespace braid::test {
namespace {

using Operation = std::function<int64_t(int64_t a, int64_t b, unsigned width)>;

uint64_t mask(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

int64_t extended(uint64_t value, unsigned width) {
  uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>(((value & mask(width)) ^ sign) - sign);
}

int64_t least(unsigned width) { return -(int64_t{1} << (width - 1)); }
int64_t most(unsigned width) { return (int64_t{1} << (width - 1)) - 1; }
int64_t clamped(int64_t value, int64_t low, int64_t high) { return std::min(std::max(value, low), high); }

struct Case {
  const char *name;
  uint32_t op;
  bool is_signed; // operands as signed numbers
  bool is_flag;   // one bit
  Operation expected;
  bool small_shift = false; // defined only for b < width
};

int64_t top(unsigned width) { return static_cast<int64_t>(mask(width)); }

const Case cases[] = {
    {"umin", BRAID_COMPOSITE_UMIN, false, false, [](auto a, auto b, auto) { return std::min(a, b); }},
    {"umax", BRAID_COMPOSITE_UMAX, false, false, [](auto a, auto b, auto) { return std::max(a, b); }},
    {"smin", BRAID_COMPOSITE_SMIN, true, false, [](auto a, auto b, auto) { return std::min(a, b); }},
    {"smax", BRAID_COMPOSITE_SMAX, true, false, [](auto a, auto b, auto) { return std::max(a, b); }},
    {"abs", BRAID_COMPOSITE_ABS, true, false, [](auto a, auto, auto) { return a < 0 ? -a : a; }},
    {"uadd.sat", BRAID_COMPOSITE_UADD_SAT, false, false,
     [](auto a, auto b, auto w) { return clamped(a + b, 0, top(w)); }},
    {"sadd.sat", BRAID_COMPOSITE_SADD_SAT, true, false,
     [](auto a, auto b, auto w) { return clamped(a + b, least(w), most(w)); }},
    {"usub.sat", BRAID_COMPOSITE_USUB_SAT, false, false,
     [](auto a, auto b, auto w) { return clamped(a - b, 0, top(w)); }},
    {"ssub.sat", BRAID_COMPOSITE_SSUB_SAT, true, false,
     [](auto a, auto b, auto w) { return clamped(a - b, least(w), most(w)); }},
    {"ushl.sat", BRAID_COMPOSITE_USHL_SAT, false, false,
     [](auto a, auto b, auto w) { return clamped(a << b, 0, top(w)); }, true},
    {"sshl.sat", BRAID_COMPOSITE_SSHL_SAT, true, false,
     [](auto a, auto b, auto w) { return clamped(a * (int64_t{1} << (b & 63)), least(w), most(w)); }, true},
    {"uadd.overflow", BRAID_COMPOSITE_UADD_OVERFLOW, false, true,
     [](auto a, auto b, auto w) { return a + b > top(w); }},
    {"sadd.overflow", BRAID_COMPOSITE_SADD_OVERFLOW, true, true,
     [](auto a, auto b, auto w) { return a + b < least(w) || a + b > most(w); }},
    {"usub.overflow", BRAID_COMPOSITE_USUB_OVERFLOW, false, true, [](auto a, auto b, auto) { return a < b; }},
    {"ssub.overflow", BRAID_COMPOSITE_SSUB_OVERFLOW, true, true,
     [](auto a, auto b, auto w) { return a - b < least(w) || a - b > most(w); }},
    {"umul.overflow", BRAID_COMPOSITE_UMUL_OVERFLOW, false, true,
     [](auto a, auto b, auto w) { return a * b > top(w); }},
    {"smul.overflow", BRAID_COMPOSITE_SMUL_OVERFLOW, true, true,
     [](auto a, auto b, auto w) { return a * b < least(w) || a * b > most(w); }},
    {"ucmp", BRAID_COMPOSITE_UCMP, false, false, [](auto a, auto b, auto) { return (a > b) - (a < b); }},
    {"scmp", BRAID_COMPOSITE_SCMP, true, false, [](auto a, auto b, auto) { return (a > b) - (a < b); }},
};

// What the operation gives for the low bits of two input bytes.
uint64_t expected(const Case &each, unsigned a, unsigned b, unsigned width) {
  int64_t left = each.is_signed ? extended(a, width) : static_cast<int64_t>(a & mask(width));
  bool amount = each.small_shift; // an amount is never negative
  int64_t right = each.is_signed && !amount ? extended(b, width) : static_cast<int64_t>(b & mask(width));
  return static_cast<uint64_t>(each.expected(left, right, width)) & mask(each.is_flag ? 1 : width);
}

enum class Symbolic { BOTH, LEFT, RIGHT };

void enumerate(const Case &each, unsigned width, unsigned a, unsigned b, Symbolic which) {
  uint8_t input[2] = {static_cast<uint8_t>(a), static_cast<uint8_t>(b)};
  world_begin(input, 2);
  braid_label la = which == Symbolic::RIGHT ? 0 : world_extract(world_input(0), 0, width);
  braid_label lb = which == Symbolic::LEFT ? 0 : world_extract(world_input(1), 0, width);
  braid_label label = world_node2(each.op, each.is_flag ? 1 : width, width, la, lb, a & mask(width),
                                  b & mask(width), expected(each, a, b, width));
  Recorded recorded;
  for (unsigned x = 0; x <= mask(width); x++)
    for (unsigned y = 0; y <= mask(width); y++) {
      if ((which == Symbolic::RIGHT && x != (a & mask(width))) ||
          (which == Symbolic::LEFT && y != (b & mask(width))))
        continue;
      if (each.small_shift && y >= width)
        continue;
      uint64_t right = expected(each, x, y, width);
      uint8_t other[2] = {static_cast<uint8_t>(x), static_cast<uint8_t>(y)};
      uint64_t found = label ? recorded.value(label, other) : expected(each, a, b, width);
      ASSERT_EQ(found, right) << each.name << " of " << x << " and " << y << ", " << width << " bits, recorded at "
                              << a << " and " << b;
    }
}

TEST(Composites, AreRightForEveryInput) {
  open_world();
  std::mt19937 random(7);
  for (const Case &each : cases)
    for (unsigned width = 2; width <= 5; width++)
      for (unsigned place = 0; place < 12; place++) {
        unsigned a = random() & 0xff, b = random() & 0xff;
        if (each.small_shift)
          b = b % width;
        for (Symbolic which : {Symbolic::BOTH, Symbolic::LEFT, Symbolic::RIGHT})
          ASSERT_NO_FATAL_FAILURE(enumerate(each, width, a, b, which));
      }
}

TEST(Composites, FunnelShiftsAreRightForEveryInput) {
  open_world();
  for (unsigned width : {3u, 4u, 5u, 8u})
    for (bool left : {true, false})
      for (bool symbolic_amount : {true, false})
        for (unsigned amount = 0; amount < 2 * width; amount++) {
          uint8_t input[3] = {0x5a, 0xc3, static_cast<uint8_t>(amount)};
          world_begin(input, 3);
          braid_label labels[3] = {world_extract(world_input(0), 0, width),
                                   world_extract(world_input(1), 0, width),
                                   symbolic_amount ? world_extract(world_input(2), 0, width) : 0};
          auto shifted = [&](uint64_t a, uint64_t b, uint64_t by) {
            uint64_t both = (a & mask(width)) << width | (b & mask(width));
            by = (by & mask(width)) % width;
            return (left ? both << by >> width : both >> by) & mask(width);
          };
          uint64_t values[4] = {input[0] & mask(width), input[1] & mask(width), amount & mask(width),
                                shifted(input[0], input[1], amount)};
          braid_label label =
              world_checked(left ? BRAID_COMPOSITE_FSHL : BRAID_COMPOSITE_FSHR, width, width, labels, values);
          ASSERT_NE(label, 0u);
          Recorded recorded;
          for (unsigned a : {0u, 1u, 0x15u, 0xffu, 0x80u})
            for (unsigned b : {0u, 1u, 0x2au, 0xffu, 0x10u})
              for (unsigned by = 0; by < 2 * width; by++) {
                uint8_t other[3] = {static_cast<uint8_t>(a), static_cast<uint8_t>(b), static_cast<uint8_t>(by)};
                if (symbolic_amount || by == amount) {
                  ASSERT_EQ(recorded.value(label, other), shifted(a, b, by)) << a << " " << b << " by " << by;
                }
              }
        }
}

// --- floating point ---

const double numbers[] = {0.0,
                          -0.0,
                          1.0,
                          -1.5,
                          3e300,
                          -3e300,
                          5e-324,
                          -1e-310,
                          std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::signaling_NaN()};

TEST(Composites, ComparisonsOfNumbersKnowNaN) {
  open_world();
  const struct {
    uint32_t op;
    bool (*holds)(double, double);
  } comparisons[] = {
      {BRAID_COMPOSITE_FORDERED, [](double a, double b) { return !std::isunordered(a, b); }},
      {BRAID_COMPOSITE_FONE, [](double a, double b) { return a < b || a > b; }},
      {BRAID_COMPOSITE_FUEQ, [](double a, double b) { return !(a < b || a > b); }},
      {BRAID_COMPOSITE_FULT, [](double a, double b) { return !(a >= b); }},
      {BRAID_COMPOSITE_FULE, [](double a, double b) { return !(a > b); }},
      {BRAID_COMPOSITE_FUNE, [](double a, double b) { return !(a == b); }},
  };
  for (const auto &comparison : comparisons)
    for (double recorded_at : numbers) {
      uint64_t bits = std::bit_cast<uint64_t>(recorded_at), one = std::bit_cast<uint64_t>(1.0);
      uint8_t input[8];
      memcpy(input, &bits, 8);
      world_begin(input, 8);
      uint8_t memory[8];
      memcpy(memory, input, 8);
      for (unsigned i = 0; i < 8; i++)
        world_store(memory + i, 1, world_input(i));
      braid_label labels[3] = {world_load(memory, 8), 0, 0};
      uint64_t values[4] = {bits, one, 0, comparison.holds(recorded_at, 1.0)};
      braid_label label = world_checked(comparison.op, 1, 64, labels, values);
      world_clear(memory, 8);
      ASSERT_NE(label, 0u);
      Recorded recorded;
      for (double other : numbers) {
        uint64_t other_bits = std::bit_cast<uint64_t>(other);
        uint8_t bytes[8];
        memcpy(bytes, &other_bits, 8);
        EXPECT_EQ(recorded.value(label, bytes), comparison.holds(other, 1.0)) << comparison.op << " of " << other;
      }
    }
}

TEST(Composites, ClassesOfNumbers) {
  open_world();
  // The classes of llvm.is.fpclass, in the order of `numbers`.
  const unsigned classes[] = {6, 5, 8, 3, 8, 3, 7, 4, 9, 2, 1, 0};
  for (unsigned mask = 0; mask < 1024; mask += 7) {
    uint8_t input[8] = {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}, memory[8];
    world_begin(input, 8);
    memcpy(memory, input, 8);
    for (unsigned i = 0; i < 8; i++)
      world_store(memory + i, 1, world_input(i));
    braid_label labels[3] = {world_load(memory, 8), 0, 0};
    uint64_t values[4] = {std::bit_cast<uint64_t>(1.0), mask, 0, mask >> 8 & 1};
    braid_label label = world_checked(BRAID_COMPOSITE_FCLASS, 1, 64, labels, values);
    world_clear(memory, 8);
    Recorded recorded;
    for (unsigned i = 0; i < std::size(numbers); i++) {
      uint64_t bits = std::bit_cast<uint64_t>(numbers[i]);
      uint8_t bytes[8];
      memcpy(bytes, &bits, 8);
      uint64_t expected = mask >> classes[i] & 1;
      EXPECT_EQ(label ? recorded.value(label, bytes) : mask >> 8 & 1, expected) << numbers[i] << " in " << mask;
    }
  }
}

} // namespace
} // namespace braid::test
