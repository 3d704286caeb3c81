// Models that format text against the real functions, and where they leave labels.
#include "stand_in.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <gtest/gtest.h>
#include <string>

using stand_in::Symbolic;

extern "C" {
int __braid_model_sprintf(char *, const char *, ...);
int __braid_model_snprintf(char *, size_t, const char *, ...);
int __braid_model_vsnprintf(char *, size_t, const char *, va_list);
int __braid_model_asprintf(char **, const char *, ...);
int __braid_model___sprintf_chk(char *, int, size_t, const char *, ...);
int __braid_model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __braid_model___asprintf_chk(char **, int, const char *, ...);
int __braid_model_swprintf(wchar_t *, size_t, const wchar_t *, ...);
}

class FormatModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Choices, FormatModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

#define COMPARE(...)                                                                                              \
  do {                                                                                                            \
    char expected[200], actual[200], *allocated = nullptr;                                                        \
    for (size_t room : {0, 1, 5, 200}) {                                                                          \
      memset(expected, 'x', sizeof expected);                                                                     \
      memset(actual, 'x', sizeof actual);                                                                         \
      errno = ENOENT;                                                                                             \
      int length = snprintf(expected, room, __VA_ARGS__);                                                         \
      errno = ENOENT;                                                                                             \
      ASSERT_EQ(__braid_model_snprintf(actual, room, __VA_ARGS__), length);                                       \
      ASSERT_EQ(std::string(actual, sizeof actual), std::string(expected, sizeof expected));                      \
      ASSERT_EQ(__braid_model___snprintf_chk(actual, room, 0, sizeof actual, __VA_ARGS__), length);               \
      ASSERT_EQ(std::string(actual, sizeof actual), std::string(expected, sizeof expected));                      \
    }                                                                                                             \
    errno = ENOENT;                                                                                               \
    ASSERT_EQ(static_cast<size_t>(__braid_model_sprintf(actual, __VA_ARGS__)), strlen(expected));                 \
    ASSERT_STREQ(actual, expected);                                                                               \
    ASSERT_EQ(static_cast<size_t>(__braid_model___sprintf_chk(actual, 0, sizeof actual, __VA_ARGS__)),            \
              strlen(expected));                                                                                  \
    ASSERT_STREQ(actual, expected);                                                                               \
    ASSERT_EQ(static_cast<size_t>(__braid_model_asprintf(&allocated, __VA_ARGS__)), strlen(expected));            \
    ASSERT_STREQ(allocated, expected);                                                                            \
    free(allocated);                                                                                              \
    ASSERT_EQ(static_cast<size_t>(__braid_model___asprintf_chk(&allocated, 0, __VA_ARGS__)), strlen(expected));   \
    ASSERT_STREQ(allocated, expected);                                                                            \
    free(allocated);                                                                                              \
  } while (0)

TEST_P(FormatModels, WriteLikeTheLibrary) {
  COMPARE("%s", "");
  COMPARE("plain %% text%s", "");
  COMPARE("%s-%10s|%-10s|%.2s|%*.*s|%-*s|%s", "a", "bc", "de", "fgh", 6, 1, "ij", -4, "k", "end");
  COMPARE("%c%3c%-3c%c", 'a', 'b', 'c', 'd');
  COMPARE("%d %5d %-5d %+d %05d %i %u %x %#X %o", 1, 2, 3, 4, 5, -6, 7u, 255u, 255u, 8u);
  COMPARE("%hhd %hd %ld %lld %jd %zd %td %qd", 300, 70000, 1L << 40, 1LL << 41, (intmax_t)-1, (ssize_t)-2,
          (ptrdiff_t)-3, 4LL);
  COMPARE("%f %.3e %g %a %Lf %10.2f", 1.5, 2.25, 1e100, 0.1, 3.5L, -1.0);
  COMPARE("%p %s", (void *)0x1234, "behind");
  COMPARE("%ls|%5lc|%S", L"wide", (wint_t)L'w', L"text");
  COMPARE("%m %20m|%s", "behind");
  COMPARE("%2$s %1$s", "numbered", "arguments");
  COMPARE("%'d", 1234567);
  const char *volatile none = nullptr;
  COMPARE("%s %s", none, "null");
}

TEST_P(FormatModels, ZeroAsACharacter) {
  char expected[] = "xxxxx", actual[] = "xxxxx";
  EXPECT_EQ(__braid_model_sprintf(actual, "%c|%s", 0, "a"), sprintf(expected, "%c|%s", 0, "a"));
  EXPECT_EQ(std::string(actual, 5), std::string(expected, 5));
}

TEST_P(FormatModels, CountOfWhatWasWritten) {
  char text[20];
  int count = 0;
  EXPECT_EQ(__braid_model_sprintf(text, "abc%nde", &count), 5);
  EXPECT_EQ(count, 3);
}

static int throughList(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = __braid_model_vsnprintf(to, room, format, list);
  int next = va_arg(list, int); /* the library leaves the list behind what it used */
  va_end(list);
  return result * 1000 + next;
}

TEST_P(FormatModels, ListIsAdvancedAsByTheLibrary) {
  char text[20];
  EXPECT_EQ(throughList(text, sizeof text, "%d %s", 1, "x", 42), 3042);
  EXPECT_STREQ(text, "1 x");
}

TEST_P(FormatModels, FortifiedFunctionsStillCheck) {
  char to[4];
  EXPECT_DEATH(__braid_model___sprintf_chk(to, 0, 4, "%s", "1234"), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___snprintf_chk(to, 5, 0, 4, "%s", "1"), "buffer overflow detected");
}

TEST_P(FormatModels, WideText) {
  wchar_t expected[20], actual[20];
  EXPECT_EQ(__braid_model_swprintf(actual, 20, L"%d %ls", 5, L"five"),
            swprintf(expected, 20, L"%d %ls", 5, L"five"));
  EXPECT_STREQ(actual, expected);
  EXPECT_EQ(__braid_model_swprintf(actual, 3, L"%d", 12345), -1);
}

TEST(FormatLabels, TextKeepsThem) {
  stand_in::choose(Symbolic::Labelled);
  char text[] = "abc", to[24];
  stand_in::label(text, 3, 1);
  stand_in::label(to, sizeof to, 100);
  __braid_model_sprintf(to, "<%d:%s%5.2s|%-4s>%c", 42, text, text, text, 'x');
  //             <  4  2  :  a  b  c  _  _  _  a  b  |  a  b  c  _  >  x  \0
  std::vector<int> expected{0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 1, 2, 0, 1, 2, 3, 0, 0, 0, 0, 120, 121, 122, 123};
  EXPECT_STREQ(to, "<42:abc   ab|abc >x");
  EXPECT_EQ(stand_in::labelsOf(to, sizeof to), expected);
}

TEST(FormatLabels, EndWithTheRoom) {
  stand_in::choose(Symbolic::Labelled);
  char text[] = "abcdef", to[8];
  stand_in::label(text, 6, 1);
  stand_in::label(to, sizeof to, 100);
  EXPECT_EQ(__braid_model_snprintf(to, 5, "-%s", text), 7);
  EXPECT_EQ(stand_in::labelsOf(to, sizeof to), (std::vector<int>{0, 1, 2, 3, 0, 105, 106, 107}));
}

TEST(FormatLabels, BehindWhatIsNotUnderstoodThereAreNone) {
  stand_in::choose(Symbolic::Labelled);
  char text[] = "abc", to[24];
  stand_in::label(text, 3, 1);
  stand_in::label(to, sizeof to, 100);
  __braid_model_sprintf(to, "%1$s%1$s", text);
  EXPECT_STREQ(to, "abcabc");
  EXPECT_EQ(stand_in::labelsOf(to, 7), std::vector<int>(7, 0));
}

#define LOSSES_OF(...)                                                                                            \
  (stand_in::choose(Symbolic::Values), __braid_model_snprintf(to, sizeof to, __VA_ARGS__), stand_in::losses())

TEST(FormatLabels, WholeNumbersAndTextAreKept) {
  char to[80];
  EXPECT_EQ(LOSSES_OF("%s %d %#x %*.*ld %c %p %%", "text", -1, 2u, 3, 4, 5L, 'c', (void *)to), 0);
}

TEST(FormatLabels, OtherConversionsAreLostAndThatIsRecorded) {
  char to[80];
  EXPECT_GE(LOSSES_OF("%f", 2.0), 1);
  EXPECT_GE(LOSSES_OF("%'d", 2), 1);
  EXPECT_GE(LOSSES_OF("%lc", (wint_t)L'w'), 1);
  EXPECT_EQ(LOSSES_OF("%2$d %1$f %3$p", 2.0, 1, (void *)to), 3);
}

TEST(FormatLabels, TextThatIsNotFollowedIsLostUpToItsEnd) {
  stand_in::choose(Symbolic::Labelled);
  char text[] = "ab\0d", to[80];
  stand_in::label(text, sizeof text, 1);
  __braid_model_snprintf(to, sizeof to, "%2$d %1$s", text, 1);
  EXPECT_EQ(stand_in::losses(), 3 + 1); // with the number, of which the runtime would know that it has no label
}

TEST(FormatLabels, WideTextIsLostAndThatIsRecorded) {
  wchar_t to[20];
  stand_in::choose(Symbolic::Values);
  __braid_model_swprintf(to, 20, L"%d", 5);
  EXPECT_EQ(stand_in::losses(), 1);
}
