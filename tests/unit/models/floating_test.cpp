// Models that read floating-point numbers against the real functions: every bit of the value, the end and errno;
// and that short numbers are not lost.
#include "stand_in.h"

#include <cerrno>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>

using stand_in::Symbolic;

extern "C" {
double __braid_model_strtod(const char *, char **);
float __braid_model_strtof(const char *, char **);
long double __braid_model_strtold(const char *, char **);
double __braid_model_strtod_l(const char *, char **, locale_t);
double __braid_model___strtod_internal(const char *, char **, int);
double __braid_model_atof(const char *);
}

template <typename Number> static std::string bitsOf(Number number) {
  size_t bytes = sizeof number == sizeof(long double) ? 10 : sizeof number; /* the rest is padding */
  std::string bits(bytes, '\0');
  memcpy(bits.data(), &number, bytes);
  return bits;
}

template <typename Number>
static void compareOne(const char *text, Number (*model)(const char *, char **),
                       Number (*real)(const char *, char **)) {
  char *end = nullptr, *expectedEnd = nullptr;
  errno = 77;
  Number expected = real(text, &expectedEnd);
  int expectedError = errno;
  errno = 77;
  Number actual = model(text, &end);
  ASSERT_EQ(errno, expectedError) << '"' << text << '"';
  ASSERT_EQ(end - text, expectedEnd - text) << '"' << text << '"';
  ASSERT_EQ(bitsOf(actual), bitsOf(expected)) << '"' << text << "\" " << actual << ' ' << expected;
}

static void compare(const char *text) {
  compareOne<double>(text, __braid_model_strtod, strtod);
  compareOne<float>(text, __braid_model_strtof, strtof);
  compareOne<long double>(text, __braid_model_strtold, strtold);
}

class FloatingModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  stand_in::Edge edge;
};

INSTANTIATE_TEST_SUITE_P(Choices, FloatingModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(FloatingModels, AllShortTexts) {
  for (const std::string &text : stand_in::allStrings(" -+01.eExXpP", 4))
    compare(edge.placeText(text));
  for (const std::string &text : stand_in::allStrings("0x.1pe-", 6))
    compare(edge.placeText(text));
}

TEST_P(FloatingModels, Names) {
  for (const char *text :
       {"inf",  "INF",   "-inf",    "+Infinity", "infinit",    "infinityx", "in",     "i",  "nan", "-NaN",
        "nan(", "nan()", "nan(12)", "nan(0x5)",  "nan(abc_1)", "nan(1-)",   "nan(12", "na", "n",   " nan",
        "-",    "+",     "",        " ",         ".",          "-.",        "e5",     ".e5"})
    compare(edge.placeText(text));
}

TEST_P(FloatingModels, EveryCharacterAroundANumber) {
  for (int character = 1; character < 256; character++)
    for (const char *text : {"", "1", "1.5", "0x1", "1e", "1e1", "0x", "0x.", "in", "nan("}) {
      compare(edge.placeText(std::string(1, static_cast<char>(character)) + text));
      compare(edge.placeText(text + std::string(1, static_cast<char>(character)) + "1"));
    }
}

TEST_P(FloatingModels, Extremes) {
  for (const char *text : {"1e308",
                           "1.8e308",
                           "1e400",
                           "-1e400",
                           "4.9e-324",
                           "2e-324",
                           "1e-400",
                           "2.2250738585072014e-308",
                           "1e-310",
                           "1e22",
                           "1e23",
                           "9007199254740993",
                           "9007199254740992",
                           "999999999999999e22",
                           "123456789012345e-22",
                           "0.000000000000000000000000001",
                           "3.4028235e38",
                           "3.4028236e38",
                           "1e-45",
                           "1.17549435e-38",
                           "16777217",
                           "1e10",
                           "1e11",
                           "1e99999",
                           "1e999999999999999999999",
                           "0e99999",
                           "-0",
                           "-0.0e-5",
                           "00000000000000000000001",
                           "0x1p1023",
                           "0x1p1024",
                           "0x1p-1074",
                           "0x1p-1075",
                           "0x1.fffffffffffff8p0",
                           "0x1.00000000000001p0",
                           "0x0p999999",
                           "0x1p-900",
                           "0x1p900",
                           "0x1.8p-126",
                           "0x1.8p-149"})
    compare(edge.placeText(text));
}

static std::string randomDecimal(std::mt19937 &random, size_t mostDigits, int mostExponent) {
  std::string text = std::string("-+").substr(random() % 3, 1);
  size_t digits = 1 + random() % mostDigits, point = random() % (digits + 2);
  for (size_t i = 0; i < digits; i++) {
    if (i == point)
      text += '.';
    text += static_cast<char>('0' + random() % 10);
  }
  if (random() % 2)
    text += (random() % 2 ? "e" : "E-") + std::to_string(random() % static_cast<unsigned>(mostExponent + 1));
  return text;
}

TEST_P(FloatingModels, AtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 100000; round++)
    compare(edge.placeText(randomDecimal(random, 25, 40)));
  for (int round = 0; round < 100000; round++) {
    std::string text = random() % 2 ? "0x" : "-0X";
    for (size_t i = 1 + random() % 18, point = random() % 20; i > 0; i--) {
      if (i == point)
        text += '.';
      text += "0123456789abcdefABCDEF"[random() % 22];
    }
    if (random() % 2)
      text += (random() % 2 ? "p" : "P-") + std::to_string(random() % 1200);
    compare(edge.placeText(text));
  }
}

TEST_P(FloatingModels, TheWholeFamily) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  for (const char *text : {"1.5", "-2e3", "x", "0x1.8", "inf"}) {
    EXPECT_EQ(__braid_model_strtod_l(text, nullptr, locale), strtod(text, nullptr));
    EXPECT_EQ(__braid_model___strtod_internal(text, nullptr, 0), strtod(text, nullptr));
    EXPECT_EQ(__braid_model_atof(text), atof(text));
  }
}

/// Everything is symbolic, and the model returns its own expression: nothing but an exponent, if there is one, is
/// made concrete.
static int lossesOf(double (*read)(const char *)) {
  stand_in::choose(Symbolic::Everything);
  read("123456789012345");
  int losses = stand_in::losses();
  return losses;
}

TEST(FloatingSymbols, ShortNumbersAreKept) {
  EXPECT_EQ(lossesOf([](const char *text) { return __braid_model_strtod(text, nullptr); }), 0);
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 20000; round++) {
    std::string text = randomDecimal(random, 15, 7);
    stand_in::choose(Symbolic::Everything);
    __braid_model_strtod(text.c_str(), nullptr);
    ASSERT_EQ(stand_in::losses(), text.find_first_of("eE") != std::string::npos) << text;
  }
  for (int round = 0; round < 20000; round++) {
    std::string text = randomDecimal(random, 7, 3);
    stand_in::choose(Symbolic::Everything);
    __braid_model_strtof(text.c_str(), nullptr);
    ASSERT_EQ(stand_in::losses(), text.find_first_of("eE") != std::string::npos) << text;
  }
  for (const char *text : {"0x1", "0x1.8", "0xfffffffffffff", "-0x.fffff"}) {
    stand_in::choose(Symbolic::Everything);
    __braid_model_strtod(text, nullptr);
    ASSERT_EQ(stand_in::losses(), 0) << text;
  }
}

TEST(FloatingSymbols, OtherNumbersAreLostAndThatIsRecorded) {
  stand_in::choose(Symbolic::Everything);
  __braid_model_strtod("1234567890123456", nullptr);
  EXPECT_EQ(stand_in::losses(), 1);
  stand_in::choose(Symbolic::Everything);
  __braid_model_strtold("1", nullptr);
  EXPECT_EQ(stand_in::losses(), 1);
  stand_in::choose(Symbolic::Everything);
  fesetround(FE_UPWARD);
  __braid_model_strtod("0.1", nullptr);
  fesetround(FE_TONEAREST);
  EXPECT_EQ(stand_in::losses(), 1);
}
