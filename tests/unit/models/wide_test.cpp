// Models of functions on wide characters and strings against the real ones.
#include "stand_in.h"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <cwctype>
#include <gtest/gtest.h>
#include <string>

using stand_in::Symbolic;

#define CLASSES(entry)                                                                                            \
  entry(alnum) entry(alpha) entry(blank) entry(cntrl) entry(digit) entry(graph) entry(lower) entry(print)         \
      entry(punct) entry(space) entry(upper) entry(xdigit)

extern "C" {
#define DECLARE(name) int __braid_model_isw##name(wint_t);
CLASSES(DECLARE)
#undef DECLARE
wint_t __braid_model_towlower(wint_t);
wint_t __braid_model_towupper(wint_t);
int __braid_model_mbtowc(wchar_t *, const char *, size_t);
size_t __braid_model_mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
size_t __braid_model_wcslen(const wchar_t *);
size_t __braid_model_wcsnlen(const wchar_t *, size_t);
wchar_t *__braid_model_wcschr(const wchar_t *, wchar_t);
wchar_t *__braid_model_wcschrnul(const wchar_t *, wchar_t);
wchar_t *__braid_model_wcsrchr(const wchar_t *, wchar_t);
int __braid_model_wcscmp(const wchar_t *, const wchar_t *);
int __braid_model_wcsncmp(const wchar_t *, const wchar_t *, size_t);
int __braid_model_wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model_wmemchr(const wchar_t *, wchar_t, size_t);
wchar_t *__braid_model_wmemset(wchar_t *, wchar_t, size_t);
wchar_t *__braid_model_wmemcpy(wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model_wcscpy(wchar_t *, const wchar_t *);
wchar_t *__braid_model_wcpcpy(wchar_t *, const wchar_t *);
wchar_t *__braid_model_wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model_wcpncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model_wcscat(wchar_t *, const wchar_t *);
wchar_t *__braid_model_wcsncat(wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model___wcscpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__braid_model_wcsdup(const wchar_t *);
}

class WideModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  void TearDown() override { setlocale(LC_ALL, "C"); }

  /// The text at the edge of a page.
  static wchar_t *place(stand_in::Edge &edge, const std::wstring &text) {
    return reinterpret_cast<wchar_t *>(edge.place(
        std::string(reinterpret_cast<const char *>(text.c_str()), (text.size() + 1) * sizeof(wchar_t))));
  }

  static std::vector<std::wstring> texts(size_t longest) {
    std::vector<std::wstring> result;
    for (const std::string &text : stand_in::allStrings("abcd", longest)) {
      std::wstring wide;
      for (char character : text)
        wide += L"a\x80\x7fffffff\x80000000"[character - 'a'];
      result.push_back(wide);
    }
    return result;
  }

  stand_in::Edge left, right;
};

INSTANTIATE_TEST_SUITE_P(Choices, WideModels,
                         testing::Values(Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(WideModels, Characters) {
  for (const char *locale : {"C", "C.UTF-8"}) {
    if (!setlocale(LC_ALL, locale))
      continue;
    for (wint_t c = 0; c < 0x3000; c++) {
#define COMPARE(name) ASSERT_EQ(__braid_model_isw##name(c), (isw##name)(c)) << c << ' ' << locale;
      CLASSES(COMPARE)
#undef COMPARE
      ASSERT_EQ(__braid_model_towlower(c), (towlower)(c)) << c;
      ASSERT_EQ(__braid_model_towupper(c), (towupper)(c)) << c;
    }
    ASSERT_EQ(__braid_model_iswalpha(WEOF), (iswalpha)(WEOF));
    ASSERT_EQ(__braid_model_towlower(WEOF), (towlower)(WEOF));
  }
}

TEST_P(WideModels, FromBytes) {
  for (const char *locale : {"C", "C.UTF-8"}) {
    if (!setlocale(LC_ALL, locale))
      continue;
    for (const std::string &text : stand_in::allStrings(std::string("a\xc3\xa4\xe2\x82\xac\xff") + '\0', 3)) {
      if (text.empty())
        continue; /* the library looks at the first byte even if there is none */
      const char *at = left.place(text);
      wchar_t expected = 7, actual = 7;
      mbtowc(nullptr, nullptr, 0);
      int bytes = mbtowc(&expected, at, text.size());
      mbtowc(nullptr, nullptr, 0);
      ASSERT_EQ(__braid_model_mbtowc(&actual, at, text.size()), bytes);
      ASSERT_EQ(actual, expected);
      mbstate_t expectedState = {}, state = {};
      expected = actual = 7;
      for (size_t i = 0; i < text.size(); i++) { /* a byte at a time */
        size_t result = mbrtowc(&expected, at + i, 1, &expectedState);
        ASSERT_EQ(__braid_model_mbrtowc(&actual, at + i, 1, &state), result);
        ASSERT_EQ(actual, expected);
        ASSERT_EQ(mbsinit(&state), mbsinit(&expectedState));
        if (result == static_cast<size_t>(-1))
          break;
      }
    }
    ASSERT_EQ(__braid_model_mbtowc(nullptr, nullptr, 0), mbtowc(nullptr, nullptr, 0));
    ASSERT_EQ(__braid_model_mbrtowc(nullptr, "a", 1, nullptr), 1u);
    ASSERT_EQ(__braid_model_mbrtowc(nullptr, nullptr, 0, nullptr), 0u);
  }
}

TEST_P(WideModels, Comparing) {
  for (const std::wstring &first : texts(3))
    for (const std::wstring &second : texts(3)) {
      const wchar_t *a = place(left, first), *b = place(right, second);
      ASSERT_EQ(__braid_model_wcscmp(a, b), wcscmp(a, b));
      for (size_t limit = 0; limit <= 4; limit++)
        ASSERT_EQ(__braid_model_wcsncmp(a, b, limit), wcsncmp(a, b, limit));
      size_t shorter = std::min(first.size(), second.size());
      ASSERT_EQ(__braid_model_wmemcmp(a, b, shorter), wmemcmp(a, b, shorter));
    }
}

TEST_P(WideModels, Searching) {
  for (const std::wstring &text : texts(4)) {
    const wchar_t *at = place(left, text);
    ASSERT_EQ(__braid_model_wcslen(at), text.size());
    ASSERT_EQ(__braid_model_wcsnlen(at, 2), std::min<size_t>(text.size(), 2));
    for (wchar_t wanted : {L'\0', L'a', L'\x80', L'z'}) {
      ASSERT_EQ(__braid_model_wcschr(at, wanted), wcschr(at, wanted));
      ASSERT_EQ(__braid_model_wcschrnul(at, wanted), wcschrnul(at, wanted));
      ASSERT_EQ(__braid_model_wcsrchr(at, wanted), wcsrchr(at, wanted));
      ASSERT_EQ(__braid_model_wmemchr(at, wanted, text.size()), wmemchr(at, wanted, text.size()));
    }
  }
}

TEST_P(WideModels, Copying) {
  constexpr size_t room = 8;
  for (const std::wstring &before : texts(2))
    for (const std::wstring &text : texts(3)) {
      const wchar_t *from = place(left, text);
      auto compare = [&](auto real, auto model) {
        wchar_t expected[room], actual[room];
        for (wchar_t *to : {expected, actual}) {
          wmemset(to, L'x', room);
          wcscpy(to, before.c_str());
        }
        wchar_t *expectedResult = real(expected, from), *result = model(actual, from);
        ASSERT_EQ(std::wstring(actual, room), std::wstring(expected, room));
        ASSERT_EQ(result - actual, expectedResult - expected);
      };
      compare(wcscpy, __braid_model_wcscpy);
      compare(wcpcpy, __braid_model_wcpcpy);
      compare(wcscat, __braid_model_wcscat);
      compare(wcscpy, [](wchar_t *to, const wchar_t *f) { return __braid_model___wcscpy_chk(to, f, room); });
      for (size_t limit = 0; limit <= 5; limit++) {
        compare([=](wchar_t *to, const wchar_t *f) { return wcsncpy(to, f, limit); },
                [=](wchar_t *to, const wchar_t *f) { return __braid_model_wcsncpy(to, f, limit); });
        compare([=](wchar_t *to, const wchar_t *f) { return wcpncpy(to, f, limit); },
                [=](wchar_t *to, const wchar_t *f) { return __braid_model_wcpncpy(to, f, limit); });
        compare([=](wchar_t *to, const wchar_t *f) { return wcsncat(to, f, limit); },
                [=](wchar_t *to, const wchar_t *f) { return __braid_model_wcsncat(to, f, limit); });
      }
      wchar_t *copy = __braid_model_wcsdup(from);
      ASSERT_EQ(copy, text);
      free(copy);
    }
}

TEST_P(WideModels, FortifiedFunctionsStillCheck) {
  wchar_t to[4];
  EXPECT_DEATH(__braid_model___wcscpy_chk(to, L"1234", 4), "buffer overflow detected");
}

TEST(WideLabels, FollowTheText) {
  stand_in::choose(Symbolic::Labelled);
  wchar_t from[] = L"ab", to[4] = L"";
  stand_in::label(from, 8, 1);
  stand_in::label(to, 16, 100);
  __braid_model_wcscpy(to, from);
  EXPECT_EQ(stand_in::labelsOf(to, 16),
            (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 112, 113, 114, 115}));
}
