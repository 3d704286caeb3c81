// Models of functions on memory against the real ones: small contents exhaustively, at the edge of a page.
#include "stand_in.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

using stand_in::Symbolic;

extern "C" {
void *__braid_model_memcpy(void *, const void *, size_t);
void *__braid_model_memmove(void *, const void *, size_t);
void *__braid_model_mempcpy(void *, const void *, size_t);
void __braid_model_bcopy(const void *, void *, size_t);
void *__braid_model___memcpy_chk(void *, const void *, size_t, size_t);
void *__braid_model___memmove_chk(void *, const void *, size_t, size_t);
void *__braid_model___mempcpy_chk(void *, const void *, size_t, size_t);
void __braid_model_swab(const void *, void *, ssize_t);
void *__braid_model_memset(void *, int, size_t);
void *__braid_model___memset_chk(void *, int, size_t, size_t);
void __braid_model_bzero(void *, size_t);
void __braid_model_explicit_bzero(void *, size_t);
void __braid_model___explicit_bzero_chk(void *, size_t, size_t);
void *__braid_model_memfrob(void *, size_t);
int __braid_model_memcmp(const void *, const void *, size_t);
int __braid_model_bcmp(const void *, const void *, size_t);
void *__braid_model_memchr(const void *, int, size_t);
void *__braid_model_rawmemchr(const void *, int);
void *__braid_model_memrchr(const void *, int, size_t);
void *__braid_model_memmem(const void *, size_t, const void *, size_t);
void *__braid_model_memccpy(void *, const void *, int, size_t);
}

static const Symbolic choices[] = {Symbolic::Inactive, Symbolic::Nothing, Symbolic::Everything};
static const std::string alphabet = stand_in::characters + std::string(1, '\0');

class MemoryModels : public testing::TestWithParam<Symbolic> {
protected:
  void SetUp() override { stand_in::choose(GetParam()); }
  stand_in::Edge left, right, scratch;
};

INSTANTIATE_TEST_SUITE_P(Choices, MemoryModels, testing::ValuesIn(choices),
                         [](const auto &info) { return std::to_string(static_cast<int>(info.param)); });

TEST_P(MemoryModels, Compare) {
  for (const std::string &first : stand_in::allStrings(alphabet, 3))
    for (const std::string &second : stand_in::allStrings(alphabet, 3)) {
      if (first.size() != second.size())
        continue;
      const char *a = left.place(first), *b = right.place(second);
      ASSERT_EQ(__braid_model_memcmp(a, b, first.size()), memcmp(a, b, first.size()));
      ASSERT_EQ(__braid_model_bcmp(a, b, first.size()), bcmp(a, b, first.size()));
    }
}

TEST_P(MemoryModels, CompareLonger) {
  for (size_t length = 1; length <= 70; length++)
    for (size_t place = 0; place < length; place++)
      for (int difference : {1, 0x80}) {
        std::string first(length, 'q'), second = first;
        second[place] ^= static_cast<char>(difference);
        const char *a = left.place(first), *b = right.place(second);
        ASSERT_EQ(__braid_model_memcmp(a, b, length), memcmp(a, b, length));
        ASSERT_EQ(__braid_model_memcmp(b, a, length), memcmp(b, a, length));
        ASSERT_EQ(__braid_model_bcmp(a, b, length), bcmp(a, b, length));
      }
}

TEST_P(MemoryModels, SearchForAByte) {
  for (const std::string &text : stand_in::allStrings(alphabet, 4)) {
    const char *at = left.place(text);
    for (int wanted : {0, 0x61, 0x41, 0x80, -0x80, 0xff, -1, 0x161}) {
      ASSERT_EQ(__braid_model_memchr(at, wanted, text.size()), memchr(at, wanted, text.size()));
      ASSERT_EQ(__braid_model_memrchr(at, wanted, text.size()), memrchr(at, wanted, text.size()));
      const void *found = memchr(at, wanted, text.size());
      if (!found)
        continue;
      ASSERT_EQ(__braid_model_rawmemchr(at, wanted), found);
      ASSERT_EQ(__braid_model_memchr(at, wanted, SIZE_MAX), found) << "the memory may end at the byte";
    }
  }
}

TEST_P(MemoryModels, SearchForBytes) {
  for (const std::string &text : stand_in::allStrings("ab", 6))
    for (const std::string &wanted : stand_in::allStrings("ab", 4)) {
      const char *at = left.place(text), *key = right.place(wanted);
      ASSERT_EQ(__braid_model_memmem(at, text.size(), key, wanted.size()),
                memmem(at, text.size(), key, wanted.size()));
    }
}

TEST_P(MemoryModels, Move) {
  for (size_t length = 0; length <= 70; length++) {
    std::string bytes;
    for (size_t i = 0; i < length; i++)
      bytes += static_cast<char>(i * 37);
    const char *from = left.place(bytes);
    auto expect = [&](void *result, size_t offset) {
      char *to = right.room(length);
      ASSERT_EQ(result, to + offset);
      ASSERT_EQ(std::string(to, length), bytes);
      memset(to, 'x', length);
    };
    char *to = right.room(length);
    expect(__braid_model_memcpy(to, from, length), 0);
    expect(__braid_model_memmove(to, from, length), 0);
    expect(__braid_model_mempcpy(to, from, length), length);
    expect(__braid_model___memcpy_chk(to, from, length, length), 0);
    expect(__braid_model___memmove_chk(to, from, length, length), 0);
    expect(__braid_model___mempcpy_chk(to, from, length, length), length);
    __braid_model_bcopy(from, to, length);
    expect(to, 0);
  }
}

TEST_P(MemoryModels, MoveWithOverlap) {
  for (size_t from = 0; from < 6; from++)
    for (size_t to = 0; to < 6; to++)
      for (size_t length = 0; length <= 6; length++) {
        char expected[] = "abcdefghijkl", actual[] = "abcdefghijkl";
        memmove(expected + to, expected + from, length);
        __braid_model_memmove(actual + to, actual + from, length);
        ASSERT_STREQ(actual, expected);
        char swapped[] = "abcdefghijkl", real[] = "abcdefghijkl";
        swab(real + from, real + to, static_cast<ssize_t>(length));
        __braid_model_swab(swapped + from, swapped + to, static_cast<ssize_t>(length));
        ASSERT_STREQ(swapped, real) << from << ' ' << to << ' ' << length;
      }
}

TEST_P(MemoryModels, Fill) {
  for (size_t length = 0; length <= 40; length++)
    for (int byte : {0, 0x61, 0xff, -1, 0x180}) {
      char *to = right.room(length);
      auto expect = [&](int value) {
        for (size_t i = 0; i < length; i++)
          ASSERT_EQ(to[i], static_cast<char>(value));
        memset(to, 'x', length);
      };
      ASSERT_EQ(__braid_model_memset(to, byte, length), to);
      expect(byte);
      ASSERT_EQ(__braid_model___memset_chk(to, byte, length, length), to);
      expect(byte);
      __braid_model_bzero(to, length);
      expect(0);
      __braid_model_explicit_bzero(to, length);
      expect(0);
      __braid_model___explicit_bzero_chk(to, length, length);
      expect(0);
      ASSERT_EQ(__braid_model_memfrob(to, length), to);
      expect('x' ^ 42);
    }
}

TEST_P(MemoryModels, CopyUpToAByte) {
  for (const std::string &text : stand_in::allStrings(alphabet, 4))
    for (int wanted : {0, 0x61, 0x80, -1}) {
      const char *from = left.place(text);
      char *expected = scratch.room(4), *actual = right.room(4);
      memset(expected, 'x', 4);
      memset(actual, 'x', 4);
      void *end = memccpy(expected, from, wanted, text.size());
      void *result = __braid_model_memccpy(actual, from, wanted, text.size());
      ASSERT_EQ(std::string(actual, 4), std::string(expected, 4));
      ASSERT_EQ(result, end ? actual + (static_cast<char *>(end) - expected) : nullptr);
    }
}

TEST_P(MemoryModels, FortifiedFunctionsStillCheck) {
  char to[4] = "", from[8] = "1234567";
  EXPECT_DEATH(__braid_model___memcpy_chk(to, from, 5, 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___memmove_chk(to, from, 5, 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___mempcpy_chk(to, from, 5, 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___memset_chk(to, 0, 5, 4), "buffer overflow detected");
  EXPECT_DEATH(__braid_model___explicit_bzero_chk(to, 5, 4), "buffer overflow detected");
}

TEST(MemoryLabels, FollowTheBytes) {
  stand_in::choose(Symbolic::Labelled);
  char memory[16] = "0123456789abcde";
  stand_in::label(memory, 4, 10);
  __braid_model_memmove(memory + 2, memory, 4);
  EXPECT_EQ(stand_in::labelsOf(memory, 8), (std::vector<int>{10, 11, 10, 11, 12, 13, 0, 0}));
  __braid_model_memcpy(memory + 3, memory + 8, 2);
  EXPECT_EQ(stand_in::labelsOf(memory, 8), (std::vector<int>{10, 11, 10, 0, 0, 13, 0, 0}));
  __braid_model_memset(memory, 'x', 2);
  EXPECT_EQ(stand_in::labelsOf(memory, 8), (std::vector<int>{0, 0, 10, 0, 0, 13, 0, 0}));
  char copy[16];
  EXPECT_EQ(__braid_model_memccpy(copy, memory, '7', sizeof copy), copy + 8);
  EXPECT_EQ(stand_in::labelsOf(copy, 8), (std::vector<int>{0, 0, 10, 0, 0, 13, 0, 0}));
}

TEST(MemoryLabels, LengthsAndAddressesAreMadeConcreteOnce) {
  stand_in::choose(Symbolic::Everything);
  char from[100] = "", to[100];
  __braid_model_memcpy(to, from, 100);
  EXPECT_EQ(stand_in::lengths(), 1);
  EXPECT_EQ(stand_in::addresses(), 2);
  EXPECT_EQ(stand_in::losses(), 0);
}
