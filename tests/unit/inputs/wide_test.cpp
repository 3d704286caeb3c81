// Wide characters: the same as the library reads, labelled where one byte is one character.
#include "support.h"

#include <clocale>
#include <cwchar>

extern "C" {
wint_t __braid_model_fgetwc(FILE *);
wchar_t *__braid_model_fgetws(wchar_t *, int, FILE *);
int __braid_model___isoc99_fwscanf(FILE *, const wchar_t *, ...);
int __braid_model_fclose(FILE *);
}

namespace inputs {
namespace {

class WideTest : public testing::Test {
protected:
  void SetUp() override {
    kept_ = setlocale(LC_CTYPE, nullptr);
    ASSERT_NE(setlocale(LC_CTYPE, "C.UTF-8"), nullptr);
  }
  void TearDown() override { setlocale(LC_CTYPE, kept_.c_str()); }

private:
  std::string kept_;
};

TEST_F(WideTest, RandomReadsAreTheLibrarys) {
  static const char *pieces[] = {"a", "b", "\n", "\xc3\xa9", "\xe2\x82\xac", " ", "\xff", "word"};
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  for (unsigned sequence = 0; sequence < 300; sequence++) {
    SCOPED_TRACE("sequence " + std::to_string(sequence));
    Random random(seed + sequence);
    std::string bytes;
    for (unsigned count = below(random, 60); count; count--)
      bytes += pieces[below(random, below(random, 3) ? 3 : 8)];
    FileRun run(bytes, below(random, 2));
    File copy(bytes);
    FILE *ours = run.file().stream(), *theirs = copy.stream();
    for (unsigned step = 0; step < 20; step++) {
      long place = ftell(theirs);
      if (below(random, 2)) {
        wint_t expected = fgetwc(theirs);
        ASSERT_EQ(__braid_model_fgetwc(ours), expected);
        braid_label label = world_result(reinterpret_cast<void *>(__braid_model_fgetwc));
        ASSERT_EQ(offset_of(label, run.source()), expected < 0x80 ? place : -1);
      } else {
        wchar_t got[12] = {}, wanted[12] = {};
        int room = 1 + int(below(random, 11));
        bool some = fgetws(wanted, room, theirs);
        ASSERT_EQ(__braid_model_fgetws(got, room, ours), some ? got : nullptr);
        ASSERT_EQ(wmemcmp(got, wanted, 12), 0);
        bool ascii = ftell(theirs) - place == long(wcslen(wanted));
        for (size_t i = 0; some && i < wcslen(wanted); i++)
          ASSERT_EQ(offset_of(world_label(&got[i], sizeof got[i]), run.source()), ascii ? place + long(i) : -1);
      }
      ASSERT_EQ(ftell(ours), ftell(theirs));
      ASSERT_EQ(!feof(ours), !feof(theirs));
      ASSERT_EQ(!ferror(ours), !ferror(theirs));
      if (ferror(theirs))
        break; /* bytes that are no character */
    }
    expect_sound_decisions();
    __braid_model_fclose(ours);
    fclose(theirs);
  }
}

TEST_F(WideTest, WhatIsNotFollowedIsRecorded) {
  FileRun run("12 \xc3\xa9", false);
  FILE *stream = run.file().stream();
  int number = 0;
  ASSERT_EQ(__braid_model___isoc99_fwscanf(stream, L"%d ", &number), 1);
  EXPECT_EQ(number, 12);
  EXPECT_EQ(world_lost(BRAID_LOST_MODEL), 3u);
  EXPECT_EQ(__braid_model_fgetwc(stream), 0xe9u);
  EXPECT_EQ(world_result(reinterpret_cast<void *>(__braid_model_fgetwc)), 0u);
  EXPECT_EQ(world_lost(BRAID_LOST_MODEL), 5u);
  __braid_model_fclose(stream);
}

} // namespace
} // namespace inputs
