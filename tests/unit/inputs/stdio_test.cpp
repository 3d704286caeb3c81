// The models of streams against the C library: the same random operations on two streams of equal files, one
// through the models. Results, memory, positions and errors must be equal; and every byte that came from the file
// must carry the label of exactly its place there.
#include "support.h"

#include <cerrno>
#include <cstring>

extern "C" {
int __braid_model_fgetc(FILE *);
int __braid_model_getc_unlocked(FILE *);
int __braid_model_ungetc(int, FILE *);
char *__braid_model_fgets(char *, int, FILE *);
char *__braid_model___fgets_chk(char *, size_t, int, FILE *);
ssize_t __braid_model_getdelim(char **, size_t *, int, FILE *);
size_t __braid_model_fread(void *, size_t, size_t, FILE *);
size_t __braid_model_fread_unlocked(void *, size_t, size_t, FILE *);
int __braid_model_fseek(FILE *, long, int);
long __braid_model_ftell(FILE *);
void __braid_model_rewind(FILE *);
int __braid_model_fclose(FILE *);
char *__braid_model_gets(char *);
char *__braid_model___gets_chk(char *, size_t);
}

namespace inputs {
namespace {

std::string random_text(Random &random) {
  static const char common[] = "\n\n ab0\t\xff";
  std::string text(below(random, 4) == 0 ? below(random, 9000) : below(random, 200), 0);
  for (char &byte : text)
    byte = below(random, 8) == 0 ? char(random()) : common[below(random, sizeof common)];
  return text;
}

/// Two streams, and what is known about the bytes that come next.
class Pair {
public:
  Pair(const std::string &bytes, bool symbolic_length, Random &random)
      : run_(bytes, symbolic_length), copy_(bytes), random_(random), ours_(run_.file().stream()),
        theirs_(copy_.stream()), symbolic_length_(symbolic_length) {
    static const int modes[] = {_IOFBF, _IOFBF, _IOLBF, _IONBF};
    if (below(random, 2) == 0) {
      int mode = modes[below(random, 4)];
      size_t size = below(random, 3) == 0 ? 1 + below(random, 64) : 4096;
      setvbuf(ours_, nullptr, mode, size);
      setvbuf(theirs_, nullptr, mode, size);
    }
  }
  ~Pair() {
    __braid_model_fclose(ours_);
    fclose(theirs_);
    free(our_line_);
    free(their_line_);
  }

  void step() {
    errno = 0;
    place_ = ftello(theirs_);
    ended_ = feof(theirs_);
    switch (below(random_, 14)) {
    case 0:
    case 1:
    case 2:
      get_byte(false);
      break;
    case 3:
      get_byte(true);
      break;
    case 4:
      push_back();
      break;
    case 5:
    case 6:
      get_line();
      break;
    case 7:
    case 8:
      get_delimited();
      break;
    case 9:
    case 10:
      get_block();
      break;
    case 11:
      move();
      break;
    case 12:
      foreign();
      break;
    default:
      tell();
      break;
    }
    expect_same_state();
  }

private:
  void expect_same_state() {
    int our_error = errno;
    ASSERT_EQ(ftello(ours_), ftello(theirs_));
    ASSERT_EQ(!feof(ours_), !feof(theirs_));
    ASSERT_EQ(!ferror(ours_), !ferror(theirs_));
    errno = our_error;
  }

  /// errno of the library's call, then that of the model's.
  template <class Call> auto theirs(Call call) {
    errno = 0;
    auto result = call();
    their_error_ = errno;
    errno = 0;
    return result;
  }
  void expect_same_error() { ASSERT_EQ(errno, their_error_); }

  /// Bytes that have just been read into `memory`.
  void expect_labels(const unsigned char *memory, size_t count) {
    for (size_t i = 0; i < count; i++) {
      if (i < pushed_) {
        if (!forgotten_) {
          ASSERT_EQ(world_label(memory + i, 1), 0u) << "byte " << i << " was pushed back";
        }
        continue;
      }
      ASSERT_TRUE(world_is_input(memory + i, run_.source(), uint64_t(place_) + i)) << "byte " << i;
    }
    pushed_ -= count < pushed_ ? unsigned(count) : pushed_;
    if (pushed_ == 0)
      forgotten_ = false;
  }

  void get_byte(bool unlocked) {
    int expected = theirs([&] { return unlocked ? getc_unlocked(theirs_) : fgetc(theirs_); });
    int got = unlocked ? __braid_model_getc_unlocked(ours_) : __braid_model_fgetc(ours_);
    braid_label label = world_result(unlocked ? reinterpret_cast<void *>(__braid_model_getc_unlocked)
                                              : reinterpret_cast<void *>(__braid_model_fgetc));
    ASSERT_EQ(got, expected);
    expect_same_error();
    if (got == EOF)
      return;
    if (pushed_) {
      pushed_--;
      if (!forgotten_) {
        ASSERT_EQ(label, 0u);
      }
      return;
    }
    ASSERT_EQ(offset_of(label, run_.source()), place_);
    ASSERT_EQ(world_node(label)->width, 32);
    ASSERT_EQ(world_node(label)->value, uint64_t(got));
  }

  /// More than one byte is not sure to be taken; and a position before the start of the file has no name.
  void push_back() {
    if (pushed_ > 0 || place_ <= 0)
      return;
    int byte = below(random_, 3) == 0 ? int(random_() & 0xff) : 'q';
    if (ungetc(byte, theirs_) == EOF)
      FAIL() << "the library refuses";
    ASSERT_EQ(__braid_model_ungetc(byte, ours_), byte);
    pushed_ = 1;
    forgotten_ = false;
  }

  void get_line() {
    std::vector<char> expected(300, 'x'), got(300, 'x');
    int room = int(below(random_, 290));
    bool some = theirs([&] { return fgets(expected.data(), room, theirs_); });
    bool checked = below(random_, 4) == 0 && room > 0;
    ASSERT_EQ((checked ? __braid_model___fgets_chk(got.data(), 300, room, ours_)
                       : __braid_model_fgets(got.data(), room, ours_)),
              some ? got.data() : nullptr);
    ASSERT_EQ(got, expected);
    expect_same_error();
    size_t count = some ? size_t(ftello(theirs_) - place_) : 0;
    expect_labels(reinterpret_cast<unsigned char *>(got.data()), count);
    if (some) {
      ASSERT_EQ(world_label(&got[count], 1), 0u);
    }
  }

  void get_delimited() {
    int delimiter = below(random_, 2) ? '\n' : int(random_() & 0xff);
    ssize_t expected = theirs([&] { return getdelim(&their_line_, &their_room_, delimiter, theirs_); });
    ASSERT_EQ(__braid_model_getdelim(&our_line_, &our_room_, delimiter, ours_), expected);
    expect_same_error();
    ASSERT_EQ(our_room_, their_room_);
    if (expected < 0)
      return;
    ASSERT_EQ(memcmp(our_line_, their_line_, size_t(expected) + 1), 0);
    expect_labels(reinterpret_cast<unsigned char *>(our_line_), size_t(expected));
  }

  void get_block() {
    std::vector<unsigned char> expected(6000, 'x'), got(6000, 'x');
    size_t size = below(random_, 9), count = below(random_, 4) == 0 ? below(random_, 700) : below(random_, 20);
    size_t whole = theirs([&] { return fread(expected.data(), size, count, theirs_); });
    bool unlocked = below(random_, 2);
    size_t result = unlocked ? __braid_model_fread_unlocked(got.data(), size, count, ours_)
                             : __braid_model_fread(got.data(), size, count, ours_);
    braid_label label = world_result(unlocked ? reinterpret_cast<void *>(__braid_model_fread_unlocked)
                                              : reinterpret_cast<void *>(__braid_model_fread));
    ASSERT_EQ(result, whole);
    ASSERT_EQ(got, expected);
    expect_same_error();
    off_t end = ftello(theirs_);
    /* A short count follows from the length of the file. */
    bool short_count = result < count && size > 0 && !ended_ && end > place_ + off_t(pushed_);
    expect_labels(got.data(), size_t(end - place_));
    if (!forgotten_) {
      ASSERT_EQ(label != 0, short_count && symbolic_length_);
    }
    if (label) {
      ASSERT_EQ(world_node(label)->value, result);
    }
  }

  void move() {
    if (below(random_, 4) == 0) {
      rewind(theirs_);
      __braid_model_rewind(ours_);
    } else {
      static const int whences[] = {SEEK_SET, SEEK_CUR, SEEK_END};
      int whence = whences[below(random_, 3)];
      long offset = whence == SEEK_SET ? long(below(random_, 300)) : long(below(random_, 40)) - 30;
      int expected = theirs([&] { return fseek(theirs_, offset, whence); });
      ASSERT_EQ(__braid_model_fseek(ours_, offset, whence), expected);
      expect_same_error();
      if (expected != 0) { /* the library may have dropped what was pushed back all the same */
        pushed_ = ftello(theirs_) == place_ ? pushed_ : 0;
        forgotten_ = pushed_ > 0;
        return;
      }
      if (whence == SEEK_END)
        tell_end();
    }
    pushed_ = 0;
    forgotten_ = false;
  }

  /// Right after a move to the end the position depends on the length.
  void tell_end() {
    ASSERT_EQ(__braid_model_ftell(ours_), ftell(theirs_));
    braid_label label = world_result(reinterpret_cast<void *>(__braid_model_ftell));
    ASSERT_EQ(label != 0, symbolic_length_);
    if (label) {
      ASSERT_EQ(world_node(label)->value, uint64_t(ftell(theirs_)));
    }
  }

  void tell() {
    long expected = theirs([&] { return ftell(theirs_); });
    ASSERT_EQ(__braid_model_ftell(ours_), expected);
    world_result(nullptr);
    expect_same_error();
  }

  /// Somebody whom no model sees reads from the stream.
  void foreign() {
    std::vector<char> first(5000), second(5000);
    size_t count = below(random_, 3) == 0 ? 4096 : below(random_, 30);
    ASSERT_EQ(fread(first.data(), 1, count, ours_), fread(second.data(), 1, count, theirs_));
    off_t taken = ftello(theirs_) - place_;
    pushed_ = taken >= pushed_ ? 0 : pushed_;
    forgotten_ = pushed_ > 0;
    if (below(random_, 2)) {
      clearerr(ours_);
      clearerr(theirs_);
    }
  }

  FileRun run_;
  File copy_;
  Random &random_;
  FILE *ours_, *theirs_;
  char *our_line_ = nullptr, *their_line_ = nullptr;
  size_t our_room_ = 0, their_room_ = 0;
  bool symbolic_length_;
  int their_error_ = 0;
  off_t place_ = 0;        // of both before the operation
  bool ended_ = false;     // before the operation
  unsigned pushed_ = 0;    // bytes that come before those of the file
  bool forgotten_ = false; // whether they carry labels is not known
};

TEST(Stdio, RandomOperationsAreTheLibrarys) {
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  for (unsigned sequence = 0; sequence < 400; sequence++) {
    SCOPED_TRACE("sequence " + std::to_string(sequence));
    Random random(seed + sequence);
    Pair pair(random_text(random), below(random, 2), random);
    for (unsigned i = 0; i < 60; i++) {
      SCOPED_TRACE("step " + std::to_string(i));
      pair.step();
      if (testing::Test::HasFatalFailure())
        return;
    }
    ASSERT_EQ(world_lost(BRAID_LOST_MODEL), 0u);
    expect_sound_decisions();
    if (testing::Test::HasFatalFailure())
      return;
  }
}

TEST(Stdio, EndOfFileIsADecision) {
  FileRun run("a", true);
  FILE *stream = run.file().stream();
  EXPECT_EQ(__braid_model_fgetc(stream), 'a');
  EXPECT_EQ(world_events(BRAID_EVENT_BRANCH), 1u);
  EXPECT_EQ(__braid_model_fgetc(stream), EOF);
  EXPECT_EQ(world_events(BRAID_EVENT_BRANCH), 2u);
  /* The end was met: the library does not look again, and neither do we. */
  EXPECT_EQ(__braid_model_fgetc(stream), EOF);
  EXPECT_EQ(world_events(BRAID_EVENT_BRANCH), 2u);
  expect_sound_decisions();
  __braid_model_fclose(stream);
}

TEST(Stdio, PushedBackByteKeepsItsLabel) {
  FileRun run("abc", false);
  FILE *stream = run.file().stream();
  ASSERT_EQ(__braid_model_fgetc(stream), 'a');
  braid_label label = world_result(reinterpret_cast<void *>(__braid_model_fgetc));
  ASSERT_EQ(__braid_model_fgetc(stream), 'b');
  world_pass(reinterpret_cast<void *>(__braid_model_ungetc), 0, label);
  ASSERT_EQ(__braid_model_ungetc('a', stream), 'a');
  ASSERT_EQ(__braid_model_fgetc(stream), 'a');
  EXPECT_EQ(offset_of(world_result(reinterpret_cast<void *>(__braid_model_fgetc)), run.source()), 0);
  ASSERT_EQ(__braid_model_fgetc(stream), 'c');
  EXPECT_EQ(offset_of(world_result(reinterpret_cast<void *>(__braid_model_fgetc)), run.source()), 2);
  EXPECT_EQ(world_lost(BRAID_LOST_CALL), 0u);
  EXPECT_EQ(world_events(BRAID_EVENT_SOURCE), 1u);
  EXPECT_EQ(world_source(run.source())->flags & BRAID_SOURCE_USED, BRAID_SOURCE_USED);
  __braid_model_fclose(stream);
}

TEST(Stdio, LinesWithoutALimit) {
  static const std::string texts[] = {"", "\n", "ab\ncd", "ab\n\n", "abc", std::string("a\0b\nc", 5)};
  for (const std::string &text : texts)
    for (bool checked : {false, true}) {
      SCOPED_TRACE(text);
      FileRun run(text, true);
      FILE *kept = stdin;
      stdin = run.file().stream();
      uint64_t place = 0;
      for (bool more = true; more;) {
        char line[20];
        memset(line, 'x', sizeof line);
        size_t end = text.find('\n', place);
        more = place < text.size();
        char *result = checked ? __braid_model___gets_chk(line, sizeof line) : __braid_model_gets(line);
        ASSERT_EQ(result, more ? line : nullptr);
        if (!more)
          break;
        std::string expected = text.substr(place, end == std::string::npos ? end : end - place);
        ASSERT_EQ(std::string(line, expected.size() + 1), expected + '\0');
        for (size_t i = 0; i < expected.size(); i++)
          ASSERT_TRUE(world_is_input(line + i, run.source(), place + i));
        ASSERT_EQ(world_label(line + expected.size(), 1), 0u);
        place += expected.size() + (end != std::string::npos);
      }
      expect_sound_decisions();
      __braid_model_fclose(stdin);
      stdin = kept;
    }
}

TEST(Stdio, OtherFilesAreNotInput) {
  FileRun run("abc", true);
  File other("xyz");
  FILE *stream = other.stream();
  char line[10];
  EXPECT_STREQ(__braid_model_fgets(line, sizeof line, stream), "xyz");
  EXPECT_EQ(world_label(line, 3), 0u);
  EXPECT_EQ(world_events(BRAID_EVENT_SOURCE), 0u);
  EXPECT_EQ(world_events(BRAID_EVENT_BRANCH), 0u);
  __braid_model_fclose(stream);
}

TEST(Stdio, WithoutAnEngineNothingIsAdded) {
  FileRun run("abc", true);
  world_end();
  FILE *stream = run.file().stream();
  char line[10];
  EXPECT_STREQ(__braid_model_fgets(line, sizeof line, stream), "abc");
  EXPECT_EQ(world_trace()->event_count, 0u);
  __braid_model_fclose(stream);
}

TEST(Stdio, ChangedBytesAreNotLabelled) {
  FileRun run("abcdef", false);
  ASSERT_EQ(pwrite(run.file().descriptor(), "X", 1, 2), 1);
  FILE *stream = run.file().stream();
  char line[10];
  EXPECT_STREQ(__braid_model_fgets(line, sizeof line, stream), "abXdef");
  EXPECT_TRUE(world_is_input(line + 1, run.source(), 1));
  EXPECT_EQ(world_label(line + 2, 1), 0u);
  EXPECT_TRUE(world_is_input(line + 3, run.source(), 3));
  __braid_model_fclose(stream);
}

} // namespace
} // namespace inputs
