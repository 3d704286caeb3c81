// Models that copy and join strings against the real functions: contents, result, and that nothing behind the
// end of the source is read.
#include "stand_in.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>

using stand_in::Symbolic;

extern "C" {
char *__braid_model_strcpy(char *, const char *);
char *__braid_model_stpcpy(char *, const char *);
char *__braid_model___strcpy_chk(char *, const char *, size_t);
char *__braid_model___stpcpy_chk(char *, const char *, size_t);
char *__braid_model_strncpy(char *, const char *, size_t);
char *__braid_model_stpncpy(char *, const char *, size_t);
char *__braid_model___strncpy_chk(char *, const char *, size_t, size_t);
char *__braid_model___stpncpy_chk(char *, const char *, size_t, size_t);
char *__braid_model_strcat(char *, const char *);
char *__braid_model_strncat(char *, const char *, size_t);
char *__braid_model___strcat_chk(char *, const char *, size_t);
char *__braid_model___strncat_chk(char *, const char *, size_t, size_t);
char *__braid_model_strdup(const char *);
char *__braid_model_strndup(const char *, size_t);
}

static constexpr size_t room = 12;

class StringCopyModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }

  /// Runs both on the same contents and compares the memory and the distance of the result.
  template <typename Real, typename Model>
  void compare(const std::string &before, const std::string &text, Real real, Model model) {
    const char *from = source.placeText(text);
    char *expected = expectedEdge.room(room), *actual = actualEdge.room(room);
    for (char *to : {expected, actual}) {
      memset(to, 'x', room);
      strcpy(to, before.c_str());
    }
    char *expectedResult = real(expected, from), *result = model(actual, from);
    ASSERT_EQ(std::string(actual, room), std::string(expected, room)) << '"' << before << "\" \"" << text << '"';
    ASSERT_EQ(result - actual, expectedResult - expected);
  }

  stand_in::Edge source, expectedEdge, actualEdge;
};

INSTANTIATE_TEST_SUITE_P(Choices, StringCopyModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(StringCopyModels, Copy) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 4)) {
    compare("", text, [](char *to, const char *from) { return strcpy(to, from); }, __braid_model_strcpy);
    compare("", text, [](char *to, const char *from) { return stpcpy(to, from); }, __braid_model_stpcpy);
    compare(
        "", text, [](char *to, const char *from) { return strcpy(to, from); },
        [](char *to, const char *from) { return __braid_model___strcpy_chk(to, from, room); });
    compare(
        "", text, [](char *to, const char *from) { return stpcpy(to, from); },
        [](char *to, const char *from) { return __braid_model___stpcpy_chk(to, from, room); });
  }
}

TEST_P(StringCopyModels, CopyIntoAField) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 3))
    for (size_t limit = 0; limit <= 6; limit++) {
      auto real = [=](char *to, const char *from) { return strncpy(to, from, limit); };
      auto realEnd = [=](char *to, const char *from) { return stpncpy(to, from, limit); };
      compare("", text, real, [=](char *to, const char *from) { return __braid_model_strncpy(to, from, limit); });
      compare("", text, realEnd,
              [=](char *to, const char *from) { return __braid_model_stpncpy(to, from, limit); });
      compare("", text, real,
              [=](char *to, const char *from) { return __braid_model___strncpy_chk(to, from, limit, room); });
      compare("", text, realEnd,
              [=](char *to, const char *from) { return __braid_model___stpncpy_chk(to, from, limit, room); });
    }
}

TEST_P(StringCopyModels, Join) {
  for (const std::string &before : stand_in::allStrings(stand_in::characters, 2))
    for (const std::string &text : stand_in::allStrings(stand_in::characters, 3)) {
      auto real = [](char *to, const char *from) { return strcat(to, from); };
      compare(before, text, real, __braid_model_strcat);
      compare(before, text, real,
              [](char *to, const char *from) { return __braid_model___strcat_chk(to, from, room); });
      for (size_t limit = 0; limit <= 4; limit++) {
        auto realLimited = [=](char *to, const char *from) { return strncat(to, from, limit); };
        compare(before, text, realLimited,
                [=](char *to, const char *from) { return __braid_model_strncat(to, from, limit); });
        compare(before, text, realLimited,
                [=](char *to, const char *from) { return __braid_model___strncat_chk(to, from, limit, room); });
      }
    }
}

TEST_P(StringCopyModels, Duplicate) {
  for (const std::string &text : stand_in::allStrings(stand_in::characters, 4)) {
    char *copy = __braid_model_strdup(source.placeText(text));
    ASSERT_EQ(copy, text);
    free(copy);
    /* without an end: the limit is one */
    copy = __braid_model_strndup(source.place(text), text.size());
    ASSERT_EQ(copy, text);
    free(copy);
    copy = __braid_model_strndup(source.placeText(text), 2);
    ASSERT_EQ(copy, text.substr(0, 2));
    free(copy);
  }
}

TEST_P(StringCopyModels, SourceWithoutEndInsideTheLimit) {
  const char *from = source.place("abc");
  char *to = actualEdge.room(4);
  __braid_model_strncpy(to, from, 3);
  ASSERT_EQ(std::string(to, 3), "abc");
  to[0] = 0;
  __braid_model_strncat(to, from, 3);
  ASSERT_STREQ(to, "abc");
}

TEST_P(StringCopyModels, FortifiedFunctionsStillCheck) {
  char to[4] = "";
  EXPECT_DEATH(__braid_model___strcpy_chk(to, "1234", 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___stpcpy_chk(to, "1234", 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___strncpy_chk(to, "1", 5, 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___stpncpy_chk(to, "1", 5, 4), "buffer overflow detected");
  strcpy(to, "12");
  EXPECT_DEATH(__braid_model___strcat_chk(to, "34", 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___strncat_chk(to, "3456", 2, 4), "buffer overflow detected");
  EXPECT_STREQ(__braid_model___strncat_chk(to, "3456", 1, 4), "123");
}

TEST(StringCopyLabels, FollowTheTextAndEndWithIt) {
  stand_in::choose(Symbolic::Labelled);
  char from[] = "abc", to[8] = "";
  stand_in::label(from, 4, 1);
  stand_in::label(to, 8, 100);
  __braid_model_strcpy(to, from);
  EXPECT_EQ(stand_in::labelsOf(to, 8), (std::vector<int>{1, 2, 3, 0, 104, 105, 106, 107}));
  __braid_model_strncpy(to, from, 6);
  EXPECT_EQ(stand_in::labelsOf(to, 8), (std::vector<int>{1, 2, 3, 0, 0, 0, 106, 107}));
  __braid_model_strcat(to, from + 1);
  EXPECT_EQ(stand_in::labelsOf(to, 8), (std::vector<int>{1, 2, 3, 2, 3, 0, 106, 107}));
  char *copy = __braid_model_strndup(from, 2);
  EXPECT_EQ(stand_in::labelsOf(copy, 3), (std::vector<int>{1, 2, 0}));
  free(copy);
}
