// Models of the functions on single characters against the real ones: every character that has an entry in the
// library's tables, and the very value returned.
#include "stand_in.h"

#include <cctype>
#include <clocale>
#include <gtest/gtest.h>
#include <locale.h>

using stand_in::Symbolic;

#define CLASSES(entry)                                                                                            \
  entry(alnum) entry(alpha) entry(blank) entry(cntrl) entry(digit) entry(graph) entry(lower) entry(print)         \
      entry(punct) entry(space) entry(upper) entry(xdigit)
#define CONVERSIONS(entry) entry(tolower) entry(toupper)

extern "C" {
#define DECLARE(name)                                                                                             \
  int __braid_model_is##name(int);                                                                                \
  int __braid_model_is##name##_l(int, locale_t);                                                                  \
  int __braid_model___is##name##_l(int, locale_t);
CLASSES(DECLARE)
#undef DECLARE
#define DECLARE(name)                                                                                             \
  int __braid_model_##name(int);                                                                                  \
  int __braid_model__##name(int);                                                                                 \
  int __braid_model_##name##_l(int, locale_t);                                                                    \
  int __braid_model___##name##_l(int, locale_t);
CONVERSIONS(DECLARE)
#undef DECLARE
int __braid_model_isascii(int);
int __braid_model_toascii(int);
}

static void compareAll(const char *localeName) {
  locale_t locale = newlocale(LC_ALL_MASK, localeName, nullptr);
  ASSERT_NE(locale, nullptr);
  for (int c = -128; c <= 255; c++) {
#define COMPARE(name)                                                                                             \
  ASSERT_EQ(__braid_model_is##name(c), (is##name)(c)) << c;                                                       \
  ASSERT_EQ(__braid_model_is##name##_l(c, locale), (is##name##_l)(c, locale)) << c;                               \
  ASSERT_EQ(__braid_model___is##name##_l(c, locale), (is##name##_l)(c, locale)) << c;
    CLASSES(COMPARE)
#undef COMPARE
#define COMPARE(name)                                                                                             \
  ASSERT_EQ(__braid_model_##name(c), (name)(c)) << c;                                                             \
  ASSERT_EQ(__braid_model__##name(c), (_##name)(c)) << c;                                                         \
  ASSERT_EQ(__braid_model_##name##_l(c, locale), (name##_l)(c, locale)) << c;                                     \
  ASSERT_EQ(__braid_model___##name##_l(c, locale), (name##_l)(c, locale)) << c;
    CONVERSIONS(COMPARE)
#undef COMPARE
    ASSERT_EQ(__braid_model_isascii(c) != 0, (isascii)(c) != 0) << c;
    ASSERT_EQ(__braid_model_toascii(c), (toascii)(c)) << c;
  }
  freelocale(locale);
}

class CharacterModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  void TearDown() override { setlocale(LC_ALL, "C"); }
};

INSTANTIATE_TEST_SUITE_P(Choices, CharacterModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(CharacterModels, InThePlainLocale) {
  compareAll("C");
  EXPECT_EQ(stand_in::losses(), 0);
}

TEST_P(CharacterModels, InTheUtf8Locale) {
  if (!setlocale(LC_ALL, "C.UTF-8"))
    GTEST_SKIP() << "there is no locale C.UTF-8";
  compareAll("C.UTF-8");
  EXPECT_EQ(stand_in::losses(), 0) << "its tables are those of the C locale";
}

TEST_P(CharacterModels, ConversionsLeaveOtherNumbersAlone) {
  for (int c : {-1000, -129, 256, 1000, 0x10041}) {
    EXPECT_EQ(__braid_model_tolower(c), (tolower)(c));
    EXPECT_EQ(__braid_model_toupper(c), (toupper)(c));
  }
}
