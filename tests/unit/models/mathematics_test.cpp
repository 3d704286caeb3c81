// Models of functions of <math.h> against the real ones: every bit of the results, and errno.
#include "stand_in.h"

#include <cerrno>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using stand_in::Symbolic;

extern "C" {
double __braid_model_sqrt(double);
float __braid_model_sqrtf(float);
double __braid_model_modf(double, double *);
float __braid_model_modff(float, float *);
long __braid_model_lround(double);
long long __braid_model_llround(double);
long __braid_model_lroundf(float);
long __braid_model_lrint(double);
long __braid_model_lrintf(float);
double __braid_model_frexp(double, int *);
void __braid_model_sincos(double, double *, double *);
double __braid_model_remquo(double, double, int *);
double __braid_model_lgamma_r(double, int *);
long double __braid_model_modfl(long double, long double *);
double __braid_model_ldexp(double, int);
float __braid_model_scalbnf(float, int);
double __braid_model_scalbln(double, long);

#define FUNCTIONS_OF_ONE(apply)                                                                                   \
  apply(sin) apply(cos) apply(tan) apply(asin) apply(acos) apply(atan) apply(sinh) apply(cosh) apply(tanh)        \
      apply(asinh) apply(acosh) apply(atanh) apply(exp) apply(exp2) apply(exp10) apply(expm1) apply(log)          \
          apply(log2) apply(log10) apply(log1p) apply(cbrt) apply(erf) apply(erfc) apply(tgamma) apply(lgamma)
#define FUNCTIONS_OF_TWO(apply)                                                                                   \
  apply(pow) apply(atan2) apply(hypot) apply(remainder) apply(nextafter) apply(fmod) apply(fdim)
#define DECLARE_ONE(name)                                                                                         \
  double __braid_model_##name(double);                                                                            \
  float __braid_model_##name##f(float);
#define DECLARE_TWO(name)                                                                                         \
  double __braid_model_##name(double, double);                                                                    \
  float __braid_model_##name##f(float, float);
FUNCTIONS_OF_ONE(DECLARE_ONE)
FUNCTIONS_OF_TWO(DECLARE_TWO)
}

template <typename Number> static bool sameBits(Number a, Number b) { return memcmp(&a, &b, sizeof a) == 0; }

template <typename Result, typename Number>
static void compareOne(Number x, Result (*model)(Number), Result (*real)(Number)) {
  errno = 77;
  Result expected = real(x);
  int expectedError = errno;
  errno = 77;
  Result actual = model(x);
  ASSERT_TRUE(sameBits(actual, expected)) << x << ": " << actual << " instead of " << expected;
  ASSERT_EQ(errno, expectedError) << x;
}

template <typename Number>
static void compareParts(Number x, Number (*model)(Number, Number *), Number (*real)(Number, Number *)) {
  Number expectedWhole, whole, expected = real(x, &expectedWhole), actual = model(x, &whole);
  ASSERT_TRUE(sameBits(actual, expected)) << x << ": " << actual << " instead of " << expected;
  ASSERT_TRUE(sameBits(whole, expectedWhole)) << x << ": " << whole << " instead of " << expectedWhole;
}

static void compare(double x) {
  compareOne<double, double>(x, __braid_model_sqrt, sqrt);
  compareOne<long, double>(x, __braid_model_lround, lround);
  compareOne<long long, double>(x, __braid_model_llround, llround);
  compareOne<long, double>(x, __braid_model_lrint, lrint);
  compareParts<double>(x, __braid_model_modf, modf);
  float narrow = static_cast<float>(x);
  compareOne<float, float>(narrow, __braid_model_sqrtf, sqrtf);
  compareOne<long, float>(narrow, __braid_model_lroundf, lroundf);
  compareOne<long, float>(narrow, __braid_model_lrintf, lrintf);
  compareParts<float>(narrow, __braid_model_modff, modff);
  int expectedExponent, exponent;
  double expected = frexp(x, &expectedExponent);
  ASSERT_TRUE(sameBits(__braid_model_frexp(x, &exponent), expected));
  if (std::isfinite(x)) {
    ASSERT_EQ(exponent, expectedExponent);
  }
}

template <typename Number>
static void compareTwo(const char *name, Number x, Number y, Number (*model)(Number, Number),
                       Number (*real)(Number, Number)) {
  errno = 77;
  Number expected = real(x, y);
  int expectedError = errno;
  errno = 77;
  Number actual = model(x, y);
  ASSERT_TRUE(sameBits(actual, expected))
      << name << "(" << x << ", " << y << "): " << actual << " instead of " << expected;
  ASSERT_EQ(errno, expectedError) << name << "(" << x << ", " << y << ")";
}

static void compareFunctions(double x, double y) {
  float narrowX = static_cast<float>(x), narrowY = static_cast<float>(y);
#define COMPARE_ONE(name)                                                                                         \
  {                                                                                                               \
    SCOPED_TRACE(#name);                                                                                          \
    compareOne<double, double>(x, __braid_model_##name, name);                                                    \
    compareOne<float, float>(narrowX, __braid_model_##name##f, name##f);                                          \
  }
#define COMPARE_TWO(name)                                                                                         \
  compareTwo<double>(#name, x, y, __braid_model_##name, name);                                                    \
  compareTwo<float>(#name "f", narrowX, narrowY, __braid_model_##name##f, name##f);
  FUNCTIONS_OF_ONE(COMPARE_ONE)
  FUNCTIONS_OF_TWO(COMPARE_TWO)
  for (int exponent : {-2000, -1022, -1000, -60, -1, 0, 1, 7, 100, 1022, 1023, 2000}) {
    errno = 77;
    double expected = ldexp(x, exponent);
    int expectedError = errno;
    errno = 77;
    ASSERT_TRUE(sameBits(__braid_model_ldexp(x, exponent), expected)) << x << " " << exponent;
    ASSERT_EQ(errno, expectedError) << x << " " << exponent;
    ASSERT_TRUE(sameBits(__braid_model_scalbln(x, exponent), expected)) << x << " " << exponent;
    ASSERT_TRUE(sameBits(__braid_model_scalbnf(narrowX, exponent), scalbnf(narrowX, exponent)))
        << x << " " << exponent;
  }
}

class MathematicsModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Choices, MathematicsModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(MathematicsModels, SpecialNumbers) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (double x : {0.0,          0.5,
                   1.0,          1.5,
                   2.0,          2.5,
                   4.0,          0x1p52,
                   0x1.8p52,     0x1p62,
                   0x1p63,       0x1p64,
                   DBL_MAX,      DBL_MIN,
                   DBL_TRUE_MIN, infinity,
                   nan,          static_cast<double>(FLT_MAX),
                   1e300,        0.49999999999999994}) {
    compare(x);
    compare(-x);
  }
}

TEST_P(MathematicsModels, FunctionsOfSpecialNumbers) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double numbers[] = {0.0, 0.25,   1.0,     1.5,     2.0,          3.0,      4.0, 27.5,
                            40,  150.0,  800.0,   1e-5,    1e9,          0x1p63,   nan, 1e300,
                            1e5, 1e-300, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, infinity, 0.1, FLT_MIN};
  for (double x : numbers)
    for (double y : numbers)
      for (double sign : {1.0, -1.0}) {
        compareFunctions(sign * x, y);
        compareFunctions(x, sign * y);
      }
}

TEST_P(MathematicsModels, FunctionsAtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 3000; round++) {
    uint64_t bits = random();
    double x;
    memcpy(&x, &bits, sizeof x);
    double y = static_cast<double>(static_cast<int64_t>(random())) / 0x1p55;
    if (x == x)
      compareFunctions(x, y);
    compareFunctions(y, static_cast<double>(static_cast<int64_t>(bits)) / 0x1p60);
  }
}

TEST_P(MathematicsModels, AtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 100000; round++) {
    uint64_t bits = random();
    double x;
    memcpy(&x, &bits, sizeof x);
    if (x == x)
      compare(x);
    compare(static_cast<double>(static_cast<int64_t>(bits)) / 0x1p50);
  }
}

TEST_P(MathematicsModels, InOtherRoundingModes) {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    fesetround(mode);
    for (double x : {0.5, 1.5, 2.0, 2.5, -2.5, 3.75})
      compare(x);
  }
  fesetround(FE_TONEAREST);
}

TEST_P(MathematicsModels, SecondResults) {
  for (double x : {-7.25, -0.5, 0.0, 0.75, 3.0, 1e10}) {
    double sine, cosine;
    __braid_model_sincos(x, &sine, &cosine);
    EXPECT_TRUE(sameBits(sine, sin(x)) && sameBits(cosine, cos(x))) << x;
    int quotient, expectedQuotient, sign, expectedSign;
    double rest = remquo(x, 3.0, &expectedQuotient), gamma = lgamma_r(x, &expectedSign);
    EXPECT_TRUE(sameBits(__braid_model_remquo(x, 3.0, &quotient), rest)) << x;
    EXPECT_EQ(quotient, expectedQuotient) << x;
    EXPECT_TRUE(sameBits(__braid_model_lgamma_r(x, &sign), gamma)) << x;
    EXPECT_EQ(sign, expectedSign) << x;
    long double whole, expectedWhole, part = modfl(x, &expectedWhole);
    EXPECT_EQ(__braid_model_modfl(x, &whole), part) << x;
    EXPECT_EQ(whole, expectedWhole) << x;
  }
}
