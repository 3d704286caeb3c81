// Models that read whole numbers against the real functions: value, end and errno, for all short texts and for
// numbers around the limits in every base.
#include "stand_in.h"

#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>

using stand_in::Symbolic;

extern "C" {
long __braid_model_strtol(const char *, char **, int);
unsigned long __braid_model_strtoul(const char *, char **, int);
long long __braid_model_strtoll(const char *, char **, int);
unsigned long long __braid_model_strtoull(const char *, char **, int);
intmax_t __braid_model_strtoimax(const char *, char **, int);
uintmax_t __braid_model_strtoumax(const char *, char **, int);
long __braid_model_strtol_l(const char *, char **, int, locale_t);
unsigned long __braid_model_strtoul_l(const char *, char **, int, locale_t);
long __braid_model___strtol_internal(const char *, char **, int, int);
int __braid_model_atoi(const char *);
long __braid_model_atol(const char *);
long long __braid_model_atoll(const char *);
int __braid_model_abs(int);
long __braid_model_labs(long);
div_t __braid_model_div(int, int);
ldiv_t __braid_model_ldiv(long, long);
lldiv_t __braid_model_lldiv(long long, long long);
}

/// What a call did: value, where it stopped, errno.
struct Outcome {
  uint64_t value;
  const char *end;
  int error;
  bool operator==(const Outcome &) const = default;
};

static std::ostream &operator<<(std::ostream &out, const Outcome &outcome) {
  return out << outcome.value << " end " << static_cast<const void *>(outcome.end) << " errno " << outcome.error;
}

template <typename Function> static Outcome call(Function function, const char *text, int base) {
  char *end = const_cast<char *>("not written");
  errno = 77;
  auto value = static_cast<uint64_t>(function(text, &end, base));
  return {value, end, errno};
}

class IntegerModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }

  void compare(const char *text, int base) {
    const Outcome asSigned = call(strtol, text, base), asUnsigned = call(strtoul, text, base);
    ASSERT_EQ(call(__braid_model_strtol, text, base), asSigned) << '"' << text << "\" base " << base;
    ASSERT_EQ(call(__braid_model_strtoul, text, base), asUnsigned) << '"' << text << "\" base " << base;
  }

  stand_in::Edge edge;
};

INSTANTIATE_TEST_SUITE_P(Choices, IntegerModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(IntegerModels, AllShortTexts) {
  for (const std::string &text : stand_in::allStrings(" \v-+0179axXz.\x80", 4))
    for (int base : {0, 2, 8, 10, 16, 36})
      compare(edge.placeText(text), base);
}

TEST_P(IntegerModels, EveryCharacterInEveryBase) {
  for (int base = -1; base <= 38; base++)
    for (int character = 1; character < 256; character++) {
      compare(edge.placeText(std::string(1, static_cast<char>(character))), base);
      compare(edge.placeText(std::string("1") + static_cast<char>(character)), base);
      compare(edge.placeText(std::string("0x") + static_cast<char>(character)), base);
      compare(edge.placeText(static_cast<char>(character) + std::string("1")), base);
    }
}

static std::string inBase(unsigned __int128 value, unsigned base) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[value % base]);
    value /= base;
  } while (value);
  return text;
}

TEST_P(IntegerModels, AroundTheLimits) {
  using Wide = unsigned __int128;
  const Wide one = 1, limits[] = {one << 31, one << 32, one << 63, one << 64};
  for (unsigned base = 2; base <= 36; base++)
    for (Wide limit : limits)
      for (Wide factor : {one, static_cast<Wide>(base), static_cast<Wide>(base) * base})
        for (Wide value = limit * factor - 3; value <= limit * factor + 3; value++)
          for (const char *sign : {"", "-", "+", " \t-"})
            for (const char *zeros : {"", "0", "000000000000000000000000"})
              compare((sign + (zeros + inBase(value, base))).c_str(), static_cast<int>(base));
}

TEST_P(IntegerModels, AtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 100000; round++) {
    std::string text(random() % 3, ' ');
    text += std::string("-+").substr(random() % 3, 1);
    text += std::string("0x").substr(0, random() % 4);
    for (size_t digits = random() % 26; digits > 0; digits--)
      text += "0123456789abcdefABCDEFzZ"[random() % (random() % 4 ? 10 : 24)];
    compare(edge.placeText(text), static_cast<int>(random() % 37));
  }
}

TEST_P(IntegerModels, TheWholeFamily) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  for (const char *text :
       {"12", "-12", " 99999999999", "-99999999999999999999", "18446744073709551615", "0x1f", "x"}) {
    EXPECT_EQ(call(__braid_model_strtoll, text, 0), call(strtoll, text, 0));
    EXPECT_EQ(call(__braid_model_strtoull, text, 0), call(strtoull, text, 0));
    EXPECT_EQ(call(__braid_model_strtoimax, text, 0), call(strtoimax, text, 0));
    EXPECT_EQ(call(__braid_model_strtoumax, text, 0), call(strtoumax, text, 0));
    auto inLocale = [=](const char *t, char **end, int base) {
      return __braid_model_strtol_l(t, end, base, locale);
    };
    auto unsignedInLocale = [=](const char *t, char **end, int base) {
      return __braid_model_strtoul_l(t, end, base, locale);
    };
    auto internal = [=](const char *t, char **end, int base) {
      return __braid_model___strtol_internal(t, end, base, 0);
    };
    EXPECT_EQ(call(inLocale, text, 0), call(strtol, text, 0));
    EXPECT_EQ(call(unsignedInLocale, text, 0), call(strtoul, text, 0));
    EXPECT_EQ(call(internal, text, 0), call(strtol, text, 0));
    EXPECT_EQ(__braid_model_atoi(text), atoi(text));
    EXPECT_EQ(__braid_model_atol(text), atol(text));
    EXPECT_EQ(__braid_model_atoll(text), atoll(text));
  }
  EXPECT_EQ(__braid_model_strtol("17", nullptr, 10), 17);
}

TEST_P(IntegerModels, TheNumberMayEndAtTheEdge) {
  /* no end of text: the character that stops the number is the last there is */
  EXPECT_EQ(__braid_model_strtol(edge.place("12 "), nullptr, 10), 12);
  EXPECT_EQ(__braid_model_strtol(edge.place("0 "), nullptr, 0), 0);
  EXPECT_EQ(__braid_model_strtol(edge.place(" -x"), nullptr, 10), 0);
}

TEST(IntegerArithmetic, AgreesWithTheLibrary) {
  stand_in::choose(Symbolic::Everything);
  const int numbers[] = {0, 1, -1, 2, -2, 7, -7, 100, INT_MAX, INT_MIN + 1};
  for (int a : numbers) {
    EXPECT_EQ(__braid_model_abs(a), abs(a));
    EXPECT_EQ(__braid_model_labs(a), labs(a));
    for (int b : numbers) {
      if (b == 0)
        continue;
      EXPECT_EQ(__braid_model_div(a, b).quot, div(a, b).quot);
      EXPECT_EQ(__braid_model_div(a, b).rem, div(a, b).rem);
      EXPECT_EQ(__braid_model_ldiv(a, b).quot, ldiv(a, b).quot);
      EXPECT_EQ(__braid_model_ldiv(a, b).rem, ldiv(a, b).rem);
      EXPECT_EQ(__braid_model_lldiv(a, b).quot, lldiv(a, b).quot);
      EXPECT_EQ(__braid_model_lldiv(a, b).rem, lldiv(a, b).rem);
    }
  }
}
