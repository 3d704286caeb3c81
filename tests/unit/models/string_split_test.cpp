// Models that cut strings into pieces against the real functions: every call until there is no piece left.
#include "stand_in.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>

using stand_in::Symbolic;

extern "C" {
char *__braid_model_strtok(char *, const char *);
char *__braid_model_strtok_r(char *, const char *, char **);
char *__braid_model_strsep(char **, const char *);
}

class StringSplitModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  stand_in::Edge expectedEdge, actualEdge;
};

INSTANTIATE_TEST_SUITE_P(Choices, StringSplitModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

static const char *const separators[] = {"", ",", ",;", "x", ",\xff"};

TEST_P(StringSplitModels, Tokens) {
  for (const std::string &text : stand_in::allStrings(",;x\xff", 5))
    for (const char *set : separators) {
      char *expected = expectedEdge.placeText(text), *actual = actualEdge.placeText(text);
      char *expectedPosition = nullptr, *position = nullptr;
      char *expectedText = expected, *actualText = actual;
      for (int calls = 0; calls < 8; calls++) {
        char *wanted = strtok_r(expectedText, set, &expectedPosition);
        char *token = __braid_model_strtok_r(actualText, set, &position);
        ASSERT_EQ(token != nullptr, wanted != nullptr) << text << " | " << set;
        if (wanted) {
          ASSERT_EQ(token - actual, wanted - expected) << text << " | " << set;
        }
        ASSERT_EQ(position - actual, expectedPosition - expected);
        ASSERT_EQ(std::string(actual, text.size() + 1), std::string(expected, text.size() + 1));
        expectedText = actualText = nullptr;
      }
    }
}

TEST_P(StringSplitModels, TokensWithHiddenPosition) {
  for (const std::string &text : stand_in::allStrings(",x", 6)) {
    char *expected = expectedEdge.placeText(text), *actual = actualEdge.placeText(text);
    char *wanted = strtok(expected, ","), *token = __braid_model_strtok(actual, ",");
    for (int calls = 0; calls < 8; calls++) {
      ASSERT_EQ(token != nullptr, wanted != nullptr) << text;
      if (wanted) {
        ASSERT_EQ(token - actual, wanted - expected) << text;
      }
      wanted = strtok(nullptr, ",");
      token = __braid_model_strtok(nullptr, ",");
    }
  }
}

TEST_P(StringSplitModels, Fields) {
  for (const std::string &text : stand_in::allStrings(",;x\xff", 5))
    for (const char *set : separators) {
      char *expected = expectedEdge.placeText(text), *actual = actualEdge.placeText(text);
      char *expectedPosition = expected, *position = actual;
      for (int calls = 0; calls < 8; calls++) {
        char *wanted = strsep(&expectedPosition, set), *field = __braid_model_strsep(&position, set);
        ASSERT_EQ(field != nullptr, wanted != nullptr) << text << " | " << set;
        if (!wanted)
          break;
        ASSERT_EQ(field - actual, wanted - expected) << text << " | " << set;
        ASSERT_EQ(position != nullptr, expectedPosition != nullptr);
        if (position) {
          ASSERT_EQ(position - actual, expectedPosition - expected);
        }
        ASSERT_EQ(std::string(actual, text.size() + 1), std::string(expected, text.size() + 1));
      }
    }
}
