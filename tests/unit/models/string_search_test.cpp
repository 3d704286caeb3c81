// Models that measure and search strings against the real functions, the text at the edge of a page.
#include "stand_in.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <strings.h>

using stand_in::Symbolic;

extern "C" {
size_t __braid_model_strlen(const char *);
size_t __braid_model_strnlen(const char *, size_t);
char *__braid_model_strchr(const char *, int);
char *__braid_model_index(const char *, int);
char *__braid_model_strchrnul(const char *, int);
char *__braid_model_strrchr(const char *, int);
char *__braid_model_rindex(const char *, int);
size_t __braid_model_strspn(const char *, const char *);
size_t __braid_model_strcspn(const char *, const char *);
char *__braid_model_strpbrk(const char *, const char *);
char *__braid_model_strstr(const char *, const char *);
char *__braid_model_strcasestr(const char *, const char *);
}

class StringSearchModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  stand_in::Edge left, right;
};

INSTANTIATE_TEST_SUITE_P(Choices, StringSearchModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(StringSearchModels, Length) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 4)) {
    ASSERT_EQ(__braid_model_strlen(left.placeText(text)), text.size());
    for (size_t limit = 0; limit <= text.size(); limit++)
      ASSERT_EQ(__braid_model_strnlen(left.placeText(text), limit), limit);
    ASSERT_EQ(__braid_model_strnlen(left.placeText(text), SIZE_MAX), text.size());
    ASSERT_EQ(__braid_model_strnlen(left.place(text), text.size()), text.size()) << "no end inside the limit";
  }
}

TEST_P(StringSearchModels, Character) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 4)) {
    const char *at = left.placeText(text);
    for (int wanted : {0, 0x61, 0x41, 0x7a, 0x80, -0x80, 0xff, -1, 0x161, 0x100}) {
      ASSERT_EQ(__braid_model_strchr(at, wanted), strchr(at, wanted));
      ASSERT_EQ(__braid_model_index(at, wanted), strchr(at, wanted));
      ASSERT_EQ(__braid_model_strchrnul(at, wanted), strchrnul(at, wanted));
      ASSERT_EQ(__braid_model_strrchr(at, wanted), strrchr(at, wanted));
      ASSERT_EQ(__braid_model_rindex(at, wanted), strrchr(at, wanted));
    }
  }
}

TEST_P(StringSearchModels, Set) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 4))
    for (const std::string &set : stand_in::allStrings(stand_in::characters, 2)) {
      const char *at = left.placeText(text), *key = right.placeText(set);
      ASSERT_EQ(__braid_model_strspn(at, key), strspn(at, key));
      ASSERT_EQ(__braid_model_strcspn(at, key), strcspn(at, key));
      ASSERT_EQ(__braid_model_strpbrk(at, key), strpbrk(at, key));
    }
}

TEST_P(StringSearchModels, Text) {
  for (const std::string &text : stand_in::allStrings("aAb\xe1", 5))
    for (const std::string &wanted : stand_in::allStrings("aAb\xc1", 3)) {
      const char *at = left.placeText(text), *key = right.placeText(wanted);
      ASSERT_EQ(__braid_model_strstr(at, key), strstr(at, key));
      ASSERT_EQ(__braid_model_strcasestr(at, key), strcasestr(at, key)) << text << ' ' << wanted;
    }
}

TEST_P(StringSearchModels, LongTextAtRandom) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; round++) {
    std::string text, wanted;
    for (size_t i = random() % 300; i > 0; i--)
      text += "ab"[random() % 2];
    for (size_t i = random() % 12; i > 0; i--)
      wanted += "ab"[random() % 2];
    const char *at = left.placeText(text), *key = right.placeText(wanted);
    ASSERT_EQ(__braid_model_strstr(at, key), strstr(at, key));
    ASSERT_EQ(__braid_model_strlen(at), text.size());
    ASSERT_EQ(__braid_model_strspn(at, key), strspn(at, key));
  }
}
