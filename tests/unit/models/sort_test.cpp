// Models of sorting and searching against the real functions: the same comparisons in the same order, the same
// result, and labels that move with their elements.
#include "stand_in.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <search.h>
#include <string>
#include <vector>

using stand_in::Symbolic;

extern "C" {
void __braid_model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void __braid_model_qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *__braid_model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *__braid_model_lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *__braid_model_lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
}

/// Where comparisons write what they were asked: offsets into the array that is sorted.
static std::vector<std::ptrdiff_t> *asked;
static const char *base;

static void note(const void *left, const void *right) {
  asked->push_back(static_cast<const char *>(left) - base);
  asked->push_back(static_cast<const char *>(right) - base);
}

static int byFirstByte(const void *left, const void *right) {
  note(left, right);
  return *static_cast<const unsigned char *>(left) - *static_cast<const unsigned char *>(right);
}

/// Neither symmetric nor transitive.
static int contradictory(const void *left, const void *right) {
  note(left, right);
  return (*static_cast<const unsigned char *>(left) * 7 + *static_cast<const unsigned char *>(right) * 3) % 5 - 2;
}

using Comparison = int (*)(const void *, const void *);
static const Comparison comparisons[] = {byFirstByte, contradictory};

static int withContext(const void *left, const void *right, void *context) {
  return (*static_cast<Comparison *>(context))(left, right);
}

class SortModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Choices, SortModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(SortModels, SortLikeTheLibrary) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (size_t size : {1, 2, 3, 4, 7, 8, 12, 16, 24, 31, 32, 33, 40, 64, 100})
    for (int round = 0; round < 30; round++) {
      size_t count = random() % (round < 25 ? 20 : 300);
      std::string original;
      for (size_t i = 0; i < count * size; i++)
        original += static_cast<char>(random() % 6);
      for (Comparison compare : comparisons) {
        std::string expected = original, actual = original, again = original;
        std::vector<std::ptrdiff_t> expectedCalls, calls, callsAgain;
        asked = &expectedCalls;
        base = expected.data();
        qsort(expected.data(), count, size, compare);
        asked = &calls;
        base = actual.data();
        __braid_model_qsort(actual.data(), count, size, compare);
        ASSERT_EQ(actual, expected) << count << " elements of " << size;
        ASSERT_EQ(calls, expectedCalls) << count << " elements of " << size;
        asked = &callsAgain;
        base = again.data();
        __braid_model_qsort_r(again.data(), count, size, withContext, &compare);
        ASSERT_EQ(again, expected);
        ASSERT_EQ(callsAgain, expectedCalls);
      }
    }
}

TEST_P(SortModels, SearchLikeTheLibrary) {
  for (size_t count = 0; count <= 20; count++) {
    std::string array;
    for (size_t i = 0; i < count; i++)
      array += {static_cast<char>(2 * i), 'x', 'y'};
    base = array.data();
    for (int key = 0; key <= 42; key++) {
      unsigned char wanted = static_cast<unsigned char>(key);
      std::vector<std::ptrdiff_t> expectedCalls, calls;
      asked = &expectedCalls;
      void *expected = bsearch(&wanted, array.data(), count, 3, byFirstByte);
      asked = &calls;
      ASSERT_EQ(__braid_model_bsearch(&wanted, array.data(), count, 3, byFirstByte), expected);
      ASSERT_EQ(calls, expectedCalls);
      size_t length = count;
      expected = lfind(&wanted, array.data(), &length, 3, byFirstByte);
      ASSERT_EQ(__braid_model_lfind(&wanted, array.data(), &length, 3, byFirstByte), expected);
    }
  }
}

TEST_P(SortModels, SearchAndAppend) {
  std::vector<std::ptrdiff_t> calls;
  asked = &calls;
  char array[8] = "abc";
  size_t count = 3;
  EXPECT_EQ(__braid_model_lsearch("b", array, &count, 1, byFirstByte), array + 1);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(__braid_model_lsearch("d", array, &count, 1, byFirstByte), array + 3);
  EXPECT_EQ(count, 4u);
  EXPECT_STREQ(array, "abcd");
}

TEST(SortLabels, MoveWithTheElements) {
  std::mt19937 random(1);
  for (size_t size : {1, 4, 32, 40})
    for (size_t count : {2, 9, 100, 300}) {
      stand_in::choose(Symbolic::Labelled);
      std::string array(count * size, '\0');
      for (size_t i = 0; i < count; i++) {
        array[i * size] = static_cast<char>(random() % 50);
        /* the label of an element's first byte says its value */
        stand_in::label(&array[i * size], 1, 1000 + array[i * size]);
      }
      std::vector<std::ptrdiff_t> calls;
      asked = &calls;
      __braid_model_qsort(array.data(), count, size, byFirstByte);
      for (size_t i = 0; i < count; i++)
        ASSERT_EQ(stand_in::labelOf(&array[i * size]), 1000 + array[i * size]);
      EXPECT_EQ(stand_in::losses(), 0);
    }
}
