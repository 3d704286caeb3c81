// Models that compare strings against the real functions: the very value, not only its sign.
#include "stand_in.h"

#include <clocale>
#include <cstring>
#include <gtest/gtest.h>
#include <locale.h>
#include <random>
#include <string>
#include <strings.h>

using stand_in::Symbolic;

extern "C" {
int __braid_model_strcmp(const char *, const char *);
int __braid_model_strncmp(const char *, const char *, size_t);
int __braid_model_strcasecmp(const char *, const char *);
int __braid_model_strncasecmp(const char *, const char *, size_t);
int __braid_model_strcasecmp_l(const char *, const char *, locale_t);
int __braid_model_strncasecmp_l(const char *, const char *, size_t, locale_t);
int __braid_model_strcoll(const char *, const char *);
int __braid_model_strcoll_l(const char *, const char *, locale_t);
}

class StringCompareModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }

  void compare(const char *a, const char *b) {
    ASSERT_EQ(__braid_model_strcmp(a, b), strcmp(a, b)) << a << ' ' << b;
    ASSERT_EQ(__braid_model_strcoll(a, b), strcoll(a, b)) << a << ' ' << b;
    ASSERT_EQ(__braid_model_strcoll_l(a, b, locale), strcoll_l(a, b, locale)) << a << ' ' << b;
    ASSERT_EQ(__braid_model_strcasecmp(a, b), strcasecmp(a, b)) << a << ' ' << b;
    ASSERT_EQ(__braid_model_strcasecmp_l(a, b, locale), strcasecmp_l(a, b, locale)) << a << ' ' << b;
  }

  void compare(const char *a, const char *b, size_t limit) {
    ASSERT_EQ(__braid_model_strncmp(a, b, limit), strncmp(a, b, limit)) << a << ' ' << b << ' ' << limit;
    ASSERT_EQ(__braid_model_strncasecmp(a, b, limit), strncasecmp(a, b, limit)) << a << ' ' << b << ' ' << limit;
    ASSERT_EQ(__braid_model_strncasecmp_l(a, b, limit, locale), strncasecmp_l(a, b, limit, locale));
  }

  stand_in::Edge left, right;
  locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
};

INSTANTIATE_TEST_SUITE_P(Choices, StringCompareModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(StringCompareModels, AllShortStrings) {
  auto strings = stand_in::allStrings(stand_in::characters, 3);
  for (const std::string &first : strings)
    for (const std::string &second : strings) {
      const char *a = left.placeText(first), *b = right.placeText(second);
      compare(a, b);
      for (size_t limit = 0; limit <= 4; limit++)
        compare(a, b, limit);
    }
}

TEST_P(StringCompareModels, EveryPairOfBytes) {
  for (int first = 0; first < 256; first++)
    for (int second = 0; second < 256; second++) {
      const char a[] = {'x', static_cast<char>(first), 0}, b[] = {'x', static_cast<char>(second), 0};
      compare(a, b);
      compare(a, b, 2);
    }
}

TEST_P(StringCompareModels, WithoutEndInsideTheLimit) {
  compare(left.place("abc"), right.place("abc"), 3);
  compare(left.place("abc"), right.place("abd"), 3);
  /* the difference comes before the end of the page, the end of the string would not */
  EXPECT_EQ(__braid_model_strcmp(left.place("abc"), right.place("abd")), -1);
}

TEST_P(StringCompareModels, LongStringsAtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; round++) {
    std::string text;
    for (size_t i = random() % 200; i > 0; i--)
      text += static_cast<char>(1 + random() % 255);
    std::string other = text;
    if (!other.empty() && random() % 4)
      other[random() % other.size()] ^= static_cast<char>(random() % 2 ? 0x20 : 0x80);
    const char *a = left.placeText(text), *b = right.placeText(other.c_str());
    compare(a, b);
    compare(a, b, random() % 210);
  }
}

TEST(StringCompareLocale, Utf8HasTheSameTables) {
  if (!setlocale(LC_ALL, "C.UTF-8"))
    GTEST_SKIP() << "there is no locale C.UTF-8";
  stand_in::choose(Symbolic::Everything);
  for (int first = 0; first < 256; first++)
    for (int second = 0; second < 256; second++) {
      const char a[] = {static_cast<char>(first), 0}, b[] = {static_cast<char>(second), 0};
      ASSERT_EQ(__braid_model_strcasecmp(a, b), strcasecmp(a, b));
      ASSERT_EQ(__braid_model_strcoll(a, b), strcoll(a, b));
    }
  EXPECT_EQ(stand_in::losses(), 0);
  setlocale(LC_ALL, "C");
}
