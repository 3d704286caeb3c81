// Floating-point operations against results from more precise arithmetic, rounded once, and against what the
// processor's own instructions give for NaNs.
#include "expr/floating.h"
#include "random.h"

#include <cmath>
#include <gtest/gtest.h>

namespace braid::expr::test {
namespace {

using floating::apply;

__extension__ typedef __float128 Quad;

uint64_t bits(float number) { return std::bit_cast<uint32_t>(number); }
uint64_t bits(double number) { return std::bit_cast<uint64_t>(number); }
float as_float(uint64_t value) { return std::bit_cast<float>(uint32_t(value)); }
double as_double(uint64_t value) { return std::bit_cast<double>(value); }

const uint64_t QUIET_32 = 0x7fc00001, SIGNALLING_32 = 0x7f800001, QUIET_64 = 0x7ff8000000000001,
               SIGNALLING_64 = 0xfff0000000000001;

class FloatingTest : public testing::Test {
protected:
  FloatingTest()
      : seed_(test_seed()), random_(seed_), note_(__FILE__, __LINE__, "BRAID_TEST_SEED=" + std::to_string(seed_)) {
  }
  uint64_t seed_;
  Random random_;
  testing::ScopedTrace note_;
};

// A double holds the exact product of two floats and enough of a sum or quotient to round it again.
TEST_F(FloatingTest, FloatArithmetic) {
  for (int i = 0; i < 200000; i++) {
    const uint64_t a = random_.number(32), b = random_.number(32);
    const double x = as_float(a), y = as_float(b);
    const struct {
      uint8_t op;
      double exact;
    } cases[] = {{BRAID_OP_FADD, x + y},
                 {BRAID_OP_FSUB, x - y},
                 {BRAID_OP_FMUL, x * y},
                 {BRAID_OP_FDIV, x / y},
                 {BRAID_OP_FSQRT, std::sqrt(x)}};
    for (const auto &test : cases) {
      const uint64_t result = apply(test.op, 32, a, b, 0);
      if (std::isnan(test.exact))
        ASSERT_TRUE(floating::is_nan(result, 32)) << OPERATIONS[test.op].name << std::hex << a << " " << b;
      else
        ASSERT_EQ(result, bits(float(test.exact))) << OPERATIONS[test.op].name << std::hex << " " << a << " " << b;
    }
  }
}

TEST_F(FloatingTest, DoubleArithmetic) {
  for (int i = 0; i < 200000; i++) {
    const uint64_t a = random_.number(64), b = random_.number(64);
    const Quad x = as_double(a), y = as_double(b);
    const struct {
      uint8_t op;
      Quad exact;
    } cases[] = {{BRAID_OP_FADD, x + y}, {BRAID_OP_FSUB, x - y}, {BRAID_OP_FMUL, x * y}, {BRAID_OP_FDIV, x / y}};
    for (const auto &test : cases) {
      const uint64_t result = apply(test.op, 64, a, b, 0);
      if (test.exact != test.exact)
        ASSERT_TRUE(floating::is_nan(result, 64)) << OPERATIONS[test.op].name << std::hex << a << " " << b;
      else
        ASSERT_EQ(result, bits(double(test.exact)))
            << OPERATIONS[test.op].name << std::hex << " " << a << " " << b;
    }
    if (const double root = as_double(apply(BRAID_OP_FSQRT, 64, a, 0, 0)); root > 0 && std::isfinite(root)) {
      // No neighbour of the root is nearer.
      const Quad below = std::nextafter(root, 0), above = std::nextafter(root, INFINITY), r = root;
      ASSERT_LE((r + below) * (r + below) / 4, x);
      ASSERT_GE((r + above) * (r + above) / 4, x);
    }
  }
}

TEST_F(FloatingTest, MultiplyAndAddRoundsOnce) {
  for (int i = 0; i < 100000; i++) {
    // Exponents so near to each other that the exact result fits 113 bits.
    const auto number = [&] { return std::ldexp(float(int32_t(random_.word())), int(random_.below(16))); };
    const float x = number(), y = number(), z = number();
    const Quad exact = Quad(x) * Quad(y) + Quad(z);
    ASSERT_EQ(apply(BRAID_OP_FMA, 32, bits(x), bits(y), bits(z)), bits(float(exact)));
  }
  // 1 + 2^-30 squared, minus its rounded value: only a fused operation sees the difference.
  const double x = 1 + 0x1p-30, product = x * x;
  EXPECT_EQ(apply(BRAID_OP_FMA, 64, bits(x), bits(x), bits(-product)), bits(0x1p-60));
  EXPECT_EQ(apply(BRAID_OP_FSUB, 64, apply(BRAID_OP_FMUL, 64, bits(x), bits(x), 0), bits(product), 0), bits(0.0));
}

// fmod by subtracting shifted divisors, all of it exact.
double remainder_of(double x, double y) {
  double rest = std::fabs(x);
  const double divisor = std::fabs(y);
  for (int shift = 2100; shift >= 0; shift--) {
    const double part = std::ldexp(divisor, shift);
    if (std::isfinite(part) && rest >= part)
      rest -= part;
  }
  return std::copysign(rest, x);
}

TEST_F(FloatingTest, Remainder) {
  for (int i = 0; i < 3000; i++) {
    const uint64_t a = random_.number(64), b = random_.number(64);
    const double x = as_double(a), y = as_double(b);
    const uint64_t result = apply(BRAID_OP_FREM, 64, a, b, 0);
    if (std::isnan(x) || std::isnan(y) || std::isinf(x) || y == 0)
      ASSERT_TRUE(floating::is_nan(result, 64));
    else if (std::isinf(y))
      ASSERT_EQ(result, a);
    else
      ASSERT_EQ(result, bits(remainder_of(x, y))) << x << " mod " << y;
  }
  EXPECT_EQ(apply(BRAID_OP_FREM, 32, bits(-5.5f), bits(2.0f), 0), bits(-1.5f));
  EXPECT_EQ(apply(BRAID_OP_FREM, 32, bits(-4.0f), bits(2.0f), 0), bits(-0.0f));
}

TEST_F(FloatingTest, RoundingToWholeNumbers) {
  const struct {
    double from, floor, ceil, trunc, round, even;
  } cases[] = {{2.5, 2, 3, 2, 3, 2},
               {3.5, 3, 4, 3, 4, 4},
               {-2.5, -3, -2, -2, -3, -2},
               {0.5, 0, 1, 0, 1, 0},
               {-0.5, -1, -0.0, -0.0, -1, -0.0},
               {-0.0, -0.0, -0.0, -0.0, -0.0, -0.0},
               {2.25, 2, 3, 2, 2, 2},
               {-7.75, -8, -7, -7, -8, -8},
               {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY},
               {0.49999999999999994, 0, 1, 0, 0, 0},
               {4503599627370497.0, 4503599627370497.0, 4503599627370497.0, 4503599627370497.0, 4503599627370497.0,
                4503599627370497.0}};
  for (const auto &test : cases) {
    EXPECT_EQ(apply(BRAID_OP_FFLOOR, 64, bits(test.from), 0, 0), bits(test.floor)) << test.from;
    EXPECT_EQ(apply(BRAID_OP_FCEIL, 64, bits(test.from), 0, 0), bits(test.ceil)) << test.from;
    EXPECT_EQ(apply(BRAID_OP_FTRUNC, 64, bits(test.from), 0, 0), bits(test.trunc)) << test.from;
    EXPECT_EQ(apply(BRAID_OP_FROUND, 64, bits(test.from), 0, 0), bits(test.round)) << test.from;
    EXPECT_EQ(apply(BRAID_OP_FROUNDEVEN, 64, bits(test.from), 0, 0), bits(test.even)) << test.from;
    if (double(float(test.from)) == test.from) {
      EXPECT_EQ(apply(BRAID_OP_FFLOOR, 32, bits(float(test.from)), 0, 0), bits(float(test.floor)));
      EXPECT_EQ(apply(BRAID_OP_FCEIL, 32, bits(float(test.from)), 0, 0), bits(float(test.ceil)));
      EXPECT_EQ(apply(BRAID_OP_FTRUNC, 32, bits(float(test.from)), 0, 0), bits(float(test.trunc)));
      EXPECT_EQ(apply(BRAID_OP_FROUND, 32, bits(float(test.from)), 0, 0), bits(float(test.round)));
      EXPECT_EQ(apply(BRAID_OP_FROUNDEVEN, 32, bits(float(test.from)), 0, 0), bits(float(test.even)));
    }
  }
}

TEST(Floating, Comparisons) {
  const struct {
    double x, y;
    int eq, lt, le, unordered;
  } cases[] = {{1, 2, 0, 1, 1, 0},           {2, 1, 0, 0, 0, 0},         {1, 1, 1, 0, 1, 0},
               {0.0, -0.0, 1, 0, 1, 0},      {NAN, 1, 0, 0, 0, 1},       {1, NAN, 0, 0, 0, 1},
               {NAN, NAN, 0, 0, 0, 1},       {-INFINITY, 5, 0, 1, 1, 0}, {INFINITY, INFINITY, 1, 0, 1, 0},
               {5e-324, 1e-323, 0, 1, 1, 0}, {-5e-324, 0.0, 0, 1, 1, 0}};
  for (const auto &test : cases) {
    EXPECT_EQ(int(apply(BRAID_OP_FEQ, 64, bits(test.x), bits(test.y), 0)), test.eq);
    EXPECT_EQ(int(apply(BRAID_OP_FLT, 64, bits(test.x), bits(test.y), 0)), test.lt);
    EXPECT_EQ(int(apply(BRAID_OP_FLE, 64, bits(test.x), bits(test.y), 0)), test.le);
    EXPECT_EQ(int(apply(BRAID_OP_FUNORDERED, 64, bits(test.x), bits(test.y), 0)), test.unordered);
    if (test.x != 5e-324 && test.x != -5e-324) {
      EXPECT_EQ(int(apply(BRAID_OP_FLT, 32, bits(float(test.x)), bits(float(test.y)), 0)), test.lt);
      EXPECT_EQ(int(apply(BRAID_OP_FUNORDERED, 32, bits(float(test.x)), bits(float(test.y)), 0)), test.unordered);
    }
  }
}

TEST(Floating, MinimumAndMaximum) {
  const uint64_t one = bits(1.0), two = bits(2.0), zero = bits(0.0), minus_zero = bits(-0.0);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, one, two, 0), one);
  EXPECT_EQ(apply(BRAID_OP_FMAX, 64, one, two, 0), two);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, SIGNALLING_64, two, 0), two);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, two, QUIET_64, 0), two);
  EXPECT_EQ(apply(BRAID_OP_FMAX, 64, QUIET_64, two, 0), two);
  EXPECT_EQ(apply(BRAID_OP_FMAX, 64, two, SIGNALLING_64, 0), two);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, QUIET_64, SIGNALLING_64, 0), SIGNALLING_64);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, zero, minus_zero, 0), zero);
  EXPECT_EQ(apply(BRAID_OP_FMIN, 64, minus_zero, zero, 0), minus_zero);
  EXPECT_EQ(apply(BRAID_OP_FMAX, 64, zero, minus_zero, 0), zero);
  EXPECT_EQ(apply(BRAID_OP_FMAX, 32, bits(-1.0f), bits(3.0f), 0), bits(3.0f));
}

TEST(Floating, WhichNan) {
  EXPECT_EQ(apply(BRAID_OP_FADD, 32, bits(INFINITY), bits(-INFINITY), 0), 0xffc00000u);
  EXPECT_EQ(apply(BRAID_OP_FSQRT, 64, bits(-1.0), 0, 0), 0xfff8000000000000u);
  EXPECT_EQ(apply(BRAID_OP_FADD, 32, SIGNALLING_32, QUIET_32, 0), SIGNALLING_32 | 0x400000);
  EXPECT_EQ(apply(BRAID_OP_FADD, 32, bits(1.0f), SIGNALLING_32, 0), SIGNALLING_32 | 0x400000);
  EXPECT_EQ(apply(BRAID_OP_FFLOOR, 64, SIGNALLING_64, 0, 0), SIGNALLING_64 | 0x8000000000000);
  EXPECT_EQ(apply(BRAID_OP_FMA, 64, bits(1.0), bits(1.0), QUIET_64), QUIET_64);
  EXPECT_EQ(apply(BRAID_OP_FEXTEND, 32, SIGNALLING_32, 0, 0), 0x7ff8000020000000u);
  EXPECT_EQ(apply(BRAID_OP_FROUNDTO, 64, 0xfff0000000000001u, 0, 0), 0xffc00000u);
  EXPECT_EQ(apply(BRAID_OP_FROUNDTO, 64, 0x7ff4000020000000u, 0, 0), 0x7fe00001u);
}

#ifdef __x86_64__
// The claims of floating.h about compiled code, checked on the instructions that it consists of.
TEST_F(FloatingTest, AsTheInstructionsDo) {
  for (int i = 0; i < 50000; i++) {
    const uint64_t a = random_.number(64), b = random_.number(64);
    const auto expect = [&](uint8_t op, double result) {
      ASSERT_EQ(apply(op, 64, a, b, 0), bits(result)) << OPERATIONS[op].name << std::hex << " " << a << " " << b;
    };
    double result = as_double(a);
    asm("addsd %1, %0" : "+x"(result) : "x"(as_double(b)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FADD, result));
    result = as_double(a);
    asm("subsd %1, %0" : "+x"(result) : "x"(as_double(b)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FSUB, result));
    result = as_double(a);
    asm("mulsd %1, %0" : "+x"(result) : "x"(as_double(b)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FMUL, result));
    result = as_double(a);
    asm("divsd %1, %0" : "+x"(result) : "x"(as_double(b)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FDIV, result));
    asm("sqrtsd %1, %0" : "=x"(result) : "x"(as_double(a)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FSQRT, result));
    // llvm.minnum(a, b): minsd of b and a, and b where a is a NaN.
    result = as_double(b);
    asm("minsd %1, %0" : "+x"(result) : "x"(as_double(a)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FMIN, floating::is_nan(a, 64) ? as_double(b) : result));
    result = as_double(b);
    asm("maxsd %1, %0" : "+x"(result) : "x"(as_double(a)));
    ASSERT_NO_FATAL_FAILURE(expect(BRAID_OP_FMAX, floating::is_nan(a, 64) ? as_double(b) : result));
    float narrow;
    asm("cvtsd2ss %1, %0" : "=x"(narrow) : "x"(as_double(a)));
    ASSERT_EQ(apply(BRAID_OP_FROUNDTO, 64, a, 0, 0), bits(narrow));
    const uint64_t single = random_.number(32);
    asm("cvtss2sd %1, %0" : "=x"(result) : "x"(as_float(single)));
    ASSERT_EQ(apply(BRAID_OP_FEXTEND, 32, single, 0, 0), bits(result));
    uint32_t integer;
    asm("cvttsd2si %1, %0" : "=r"(integer) : "x"(as_double(a)));
    ASSERT_EQ(uint32_t(floating::to_integer(a, 64, 32, true)), integer);
    uint64_t wide;
    asm("cvttsd2si %1, %0" : "=r"(wide) : "x"(as_double(a)));
    ASSERT_EQ(uint64_t(floating::to_integer(a, 64, 64, true)), wide);
  }
}
#endif

// Rounds to nearest, ties to even, from the bits of the integer.
uint64_t converted(Value magnitude, bool negative, unsigned width) {
  const unsigned fraction = width == 32 ? 23 : 52, bias = width == 32 ? 127 : 1023;
  const uint64_t sign = negative ? uint64_t(1) << (width - 1) : 0;
  if (magnitude == 0)
    return 0;
  unsigned top = 127;
  while ((magnitude >> top & 1) == 0)
    top--;
  uint64_t exponent = bias + top;
  Value kept = top <= fraction ? magnitude << (fraction - top) : magnitude >> (top - fraction);
  if (top > fraction) {
    const unsigned dropped = top - fraction;
    const Value rest = magnitude & mask_of(dropped), half = Value(1) << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1) != 0))
      kept++;
    if (kept >> (fraction + 1) != 0) {
      kept >>= 1;
      exponent++;
    }
  }
  const uint64_t largest = width == 32 ? 255 : 2047;
  if (exponent >= largest)
    return sign | largest << fraction;
  return sign | exponent << fraction | (uint64_t(kept) & ((uint64_t(1) << fraction) - 1));
}

TEST_F(FloatingTest, FromIntegers) {
  for (int i = 0; i < 200000; i++) {
    const unsigned from = unsigned(1 + random_.below(128)), width = random_.chance(50) ? 32 : 64;
    Value value = random_.value(from);
    if (random_.chance(30)) // near a tie
      value = ((random_.value(from) & ~mask_of(from / 2)) | (from > 2 ? Value(1) << (from / 2 - 1) : 0)) &
              mask_of(from);
    const bool negative = (value >> (from - 1) & 1) != 0;
    const Value magnitude = negative ? -value & mask_of(from) : value;
    ASSERT_EQ(floating::from_integer(value, from, width, true), converted(magnitude, negative, width));
    ASSERT_EQ(floating::from_integer(value, from, width, false), converted(value, false, width));
  }
  EXPECT_EQ(floating::from_integer(mask_of(128), 128, 32, false), bits(INFINITY));
  EXPECT_EQ(floating::from_integer(1, 1, 64, true), bits(-1.0));
}

TEST_F(FloatingTest, ToIntegers) {
  for (int i = 0; i < 200000; i++) {
    const unsigned from = random_.chance(50) ? 32 : 64, width = unsigned(1 + random_.below(128));
    const uint64_t number =
        random_.chance(50) ? random_.number(from) : floating::from_integer(random_.value(128), 128, from, true);
    // Take the number apart: magnitude = fraction * 2^shift, whole part only.
    const unsigned fraction_bits = from == 32 ? 23 : 52;
    const int exponent = int(number >> fraction_bits & (from == 32 ? 0xff : 0x7ff));
    const Value fraction = (number & ((uint64_t(1) << fraction_bits) - 1)) | uint64_t(exponent != 0)
                                                                                 << fraction_bits;
    const int shift = exponent - (from == 32 ? 127 : 1023) - int(fraction_bits);
    const bool negative = number >> (from - 1) != 0, special = exponent == (from == 32 ? 0xff : 0x7ff);
    const bool huge = special || shift > 127 - int(fraction_bits);
    const Value whole = huge ? 0 : shift >= 0 ? fraction << shift : shift > -127 ? fraction >> -shift : 0;
    const Value half = Value(1) << (width - 1);
    const bool signed_fits = !huge && (negative ? whole <= half : whole < half);
    const bool unsigned_fits = !huge && (negative ? whole == 0 : whole <= mask_of(width));
    const Value value = negative ? -whole & mask_of(width) : whole;
    ASSERT_EQ(floating::fits_integer(number, from, width, true), signed_fits)
        << std::hex << number << " " << width;
    ASSERT_EQ(floating::fits_integer(number, from, width, false), unsigned_fits)
        << std::hex << number << " " << width;
    ASSERT_TRUE(floating::to_integer(number, from, width, true) == (signed_fits ? value : half));
    ASSERT_TRUE(floating::to_integer(number, from, width, false) == (unsigned_fits ? value : mask_of(width)));
  }
}

TEST(Floating, FunctionsOfTheLibraryAreTheLibrarysOwn) {
  Random random(1);
  for (int i = 0; i < 1000; i++) {
    const uint64_t a = random.number(64), b = random.number(64);
    const double x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
    const std::pair<uint8_t, double> results[] = {
        {BRAID_OP_FSIN, std::sin(x)},       {BRAID_OP_FEXP, std::exp(x)},    {BRAID_OP_FLOG, std::log(x)},
        {BRAID_OP_FTGAMMA, std::tgamma(x)}, {BRAID_OP_FPOW, std::pow(x, y)}, {BRAID_OP_FATAN2, std::atan2(x, y)},
        {BRAID_OP_FHYPOT, std::hypot(x, y)}};
    for (const auto &[op, expected] : results) {
      const uint64_t result = apply(op, 64, a, b, 0);
      // Of what is not a number there are many; which one is the operations' own affair.
      ASSERT_TRUE(std::isnan(expected) ? floating::is_nan(result, 64)
                                       : result == std::bit_cast<uint64_t>(expected))
          << OPERATIONS[op].name << " of " << x << " and " << y;
    }
  }
}

TEST(Floating, EveryOperationIsTotal) {
  Random random(1);
  for (unsigned op = BRAID_OP_FADD; op < BRAID_OP_COUNT; op++)
    if (OPERATIONS[op].shape == Shape::FSAME || is_library_function(uint8_t(op)))
      for (int i = 0; i < 1000; i++) {
        const uint64_t result = apply(uint8_t(op), 32, random.number(32), random.number(32), random.number(32));
        ASSERT_EQ(result >> 32, 0u) << OPERATIONS[op].name;
      }
}

} // namespace
} // namespace braid::expr::test
