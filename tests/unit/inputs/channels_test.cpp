// What is written to files and pipes comes back with its labels, whichever functions write and read it; and where
// somebody whom the runtime does not see takes part, the loss is recorded.
#include "support.h"

#include <cstring>
#include <deque>
#include <sys/socket.h>
#include <vector>

extern "C" {
ssize_t __braid_model_read(int, void *, size_t);
ssize_t __braid_model_pread(int, void *, size_t, off_t);
ssize_t __braid_model_write(int, const void *, size_t);
ssize_t __braid_model_pwrite(int, const void *, size_t, off_t);
off_t __braid_model_lseek(int, off_t, int);
int __braid_model_ftruncate(int, off_t);
int __braid_model_open(const char *, int, ...);
int __braid_model_fputc(int, FILE *);
int __braid_model_fputs(const char *, FILE *);
size_t __braid_model_fwrite(const void *, size_t, size_t, FILE *);
size_t __braid_model_fread(void *, size_t, size_t, FILE *);
int __braid_model_fgetc(FILE *);
char *__braid_model_fgets(char *, int, FILE *);
int __braid_model_fseek(FILE *, long, int);
int __braid_model_fprintf(FILE *, const char *, ...);
int __braid_model_fclose(FILE *);
void *__braid_model_mmap(void *, size_t, int, int, int, off_t);
ssize_t __braid_model_sendfile(int, int, off_t *, size_t);
}

namespace inputs {
namespace {

constexpr int nothing = -1;

/// A run whose input is in memory, with labels, from the beginning.
class ChannelTest : public testing::Test {
protected:
  ChannelTest() : run_(text(), false), file_(""), work_(file_.open_again(O_RDWR)) {
    int from = run_.file().open_again();
    if (__braid_model_read(from, input_, sizeof input_) != sizeof input_)
      abort();
    close(from);
  }
  ~ChannelTest() override { close(work_); }

  static std::string text() {
    std::string bytes;
    for (unsigned i = 0; i < 64; i++)
      bytes += char(i * 37 + 1);
    return bytes;
  }
  /// The byte carries the label of that byte of the input, or none.
  void expect_origin(const char *byte, int origin) {
    if (origin == nothing)
      EXPECT_EQ(world_label(byte, 1), 0u);
    else
      EXPECT_TRUE(world_is_input(byte, run_.source(), uint64_t(origin))) << "of byte " << origin;
  }
  static unsigned losses() { return world_lost(BRAID_LOST_OUTPUT); }

  FileRun run_;
  char input_[64];
  File file_;
  int work_;
};

/// The same in ordinary memory: for each byte where it came from.
struct Reference {
  std::string bytes;
  std::vector<int> origins;

  void write(size_t place, const std::string &what, int first) {
    if (bytes.size() < place + what.size()) {
      bytes.resize(place + what.size());
      origins.resize(place + what.size(), nothing);
    }
    for (size_t i = 0; i < what.size(); i++) {
      bytes[place + i] = what[i];
      origins[place + i] = first == nothing ? nothing : first + int(i);
    }
  }
};

TEST_F(ChannelTest, AnyOrderOfWritingAndReadingAFile) {
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  for (unsigned sequence = 0; sequence < 100 && !HasFailure(); sequence++) {
    SCOPED_TRACE("sequence " + std::to_string(sequence));
    Random random(seed + sequence);
    File file("");
    int one = file.open_again(O_RDWR), end = __braid_model_open(file.path().c_str(), O_WRONLY | O_APPEND);
    FILE *stream = file.stream("r+");
    Reference expected;
    size_t place = 0; /* of the first descriptor */
    for (unsigned step = 0; step < 60 && !HasFailure(); step++) {
      SCOPED_TRACE("step " + std::to_string(step));
      size_t count = below(random, 9), where = below(random, 80);
      int first = below(random, 2) ? int(below(random, 50)) : nothing;
      const char constants[] = "some bytes";
      const char *from = first == nothing ? constants : input_ + first;
      std::string what(from, count);
      char back[16];
      switch (below(random, 9)) {
      case 0:
        ASSERT_EQ(__braid_model_write(one, from, count), ssize_t(count));
        if (count)
          expected.write(place, what, first);
        place += count;
        break;
      case 1:
        ASSERT_EQ(__braid_model_pwrite(one, from, count, off_t(where)), ssize_t(count));
        if (count)
          expected.write(where, what, first);
        break;
      case 2:
        ASSERT_EQ(__braid_model_write(end, from, count), ssize_t(count));
        expected.write(expected.bytes.size(), what, first);
        break;
      case 3:
        ASSERT_EQ(__braid_model_lseek(one, off_t(where), SEEK_SET), off_t(where));
        place = where;
        break;
      case 4:
        if (below(random, 4) == 0) {
          ASSERT_EQ(__braid_model_ftruncate(one, off_t(where)), 0);
          expected.bytes.resize(where);
          expected.origins.resize(where, nothing);
        }
        break;
      case 5: {
        ASSERT_EQ(__braid_model_fseek(stream, long(where), SEEK_SET), 0);
        size_t written = 0;
        for (unsigned call = 0; call < 3; call++) {
          ASSERT_EQ(__braid_model_fwrite(from, 1, count, stream), count);
          if (count)
            expected.write(where + written, what, first);
          written += count;
        }
        ASSERT_EQ(__braid_model_fputs("t", stream), 1);
        expected.write(where + written, "t", nothing);
        ASSERT_EQ(fflush(stream), 0);
        break;
      }
      default: {
        ssize_t got = 0;
        size_t from_where = where;
        switch (below(random, 3)) {
        case 0:
          from_where = place;
          got = __braid_model_read(one, back, sizeof back);
          place += size_t(got);
          break;
        case 1:
          got = __braid_model_pread(one, back, sizeof back, off_t(where));
          break;
        default:
          /* what other descriptors wrote must not be hidden by the buffer of the stream */
          __braid_model_fseek(stream, 0, SEEK_END);
          fflush(stream);
          ASSERT_EQ(__braid_model_fseek(stream, long(where), SEEK_SET), 0);
          fflush(stream);
          got = ssize_t(__braid_model_fread(back, 1, sizeof back, stream));
          __braid_model_fseek(stream, 0, SEEK_CUR);
          fflush(stream);
        }
        size_t left = expected.bytes.size() > from_where ? expected.bytes.size() - from_where : 0;
        ASSERT_EQ(got, ssize_t(left < sizeof back ? left : sizeof back));
        for (ssize_t i = 0; i < got; i++) {
          ASSERT_EQ(back[i], expected.bytes[from_where + size_t(i)]);
          expect_origin(back + i, expected.origins[from_where + size_t(i)]);
        }
      }
      }
    }
    EXPECT_EQ(losses(), 0u);
    __braid_model_fclose(stream);
    close(one);
    close(end);
    if (sequence % 20 == 19) { /* there is room for so many files */
      this->run_.~FileRun();
      new (&this->run_) FileRun(text(), false);
      int again = run_.file().open_again();
      ASSERT_EQ(__braid_model_read(again, input_, sizeof input_), ssize_t(sizeof input_));
      close(again);
    }
  }
}

TEST_F(ChannelTest, APipeKeepsTheOrder) {
  uint64_t seed = choose_seed();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  Random random(seed);
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  std::deque<std::pair<char, int>> expected;
  for (unsigned step = 0; step < 3000 && !HasFailure(); step++) {
    SCOPED_TRACE("step " + std::to_string(step));
    size_t count = 1 + below(random, 12);
    int first = below(random, 2) ? int(below(random, 50)) : nothing;
    const char constants[] = "constant bytes", *from = first == nothing ? constants : input_ + first;
    if (below(random, 2) && expected.size() < 60000) {
      ASSERT_EQ(__braid_model_write(ends[1], from, count), ssize_t(count));
      for (size_t i = 0; i < count; i++)
        expected.emplace_back(from[i], first == nothing ? nothing : first + int(i));
    } else {
      char back[16];
      ssize_t got = __braid_model_read(ends[0], back, count);
      ASSERT_EQ(got, expected.empty() ? -1 : ssize_t(std::min(count, expected.size())));
      for (ssize_t i = 0; i < got; i++) {
        ASSERT_EQ(back[i], expected.front().first);
        expect_origin(back + i, expected.front().second);
        expected.pop_front();
      }
    }
  }
  EXPECT_EQ(losses(), 0u);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ChannelTest, TextIsExplainedWhenSomebodyLooks) {
  FILE *stream = file_.stream("w");
  unsigned before = world_events(BRAID_EVENT_BRANCH);
  input_[5] = 0;
  __braid_model_fputs(input_, stream);
  __braid_model_fclose(stream);
  EXPECT_EQ(world_events(BRAID_EVENT_BRANCH), before);
  char back[8];
  ASSERT_EQ(__braid_model_read(work_, back, 8), 5);
  EXPECT_GT(world_events(BRAID_EVENT_BRANCH), before);
  expect_sound_decisions();
  for (int i = 0; i < 5; i++)
    expect_origin(back + i, i);
}

TEST_F(ChannelTest, AByteOfSomebodyElseIsNotOurs) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 0), 4);
  const char other = char(input_[1] ^ 1);
  ASSERT_EQ(pwrite(work_, &other, 1, 1), 1);
  char back[4];
  ASSERT_EQ(__braid_model_pread(work_, back, 4, 0), 4);
  expect_origin(back, 0);
  expect_origin(back + 1, nothing);
  expect_origin(back + 2, 2);
  EXPECT_EQ(losses(), 1u);
}

TEST_F(ChannelTest, WhatSomebodyElseAddsIsTold) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 0), 4);
  ASSERT_EQ(pwrite(work_, "x", 1, 4), 1);
  char back[5];
  ASSERT_EQ(__braid_model_pread(work_, back, 4, 0), 4);
  EXPECT_EQ(losses(), 0u);
  ASSERT_EQ(__braid_model_pread(work_, back, 5, 0), 5);
  EXPECT_EQ(losses(), 1u);
}

TEST_F(ChannelTest, AWriterBesideABufferIsTold) {
  FILE *stream = file_.stream("r+");
  int same = fileno(stream);
  ASSERT_EQ(__braid_model_fwrite(input_, 1, 3, stream), 3u); /* still in the buffer */
  ASSERT_EQ(__braid_model_write(same, "xy", 2), 2);
  __braid_model_fclose(stream);
  char back[8];
  ASSERT_EQ(__braid_model_read(work_, back, 8), 5);
  EXPECT_GE(losses(), 1u);
}

TEST_F(ChannelTest, TooLargeFilesAreTold) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 2 << 20), 4);
  EXPECT_EQ(losses(), 0u); /* nobody has read it */
  char back[4];
  ASSERT_EQ(__braid_model_pread(work_, back, 4, 2 << 20), 4);
  expect_origin(back, nothing);
  EXPECT_EQ(losses(), 1u);
}

TEST_F(ChannelTest, TooManyFilesAreTold) {
  std::vector<int> files;
  for (unsigned i = 0; i < 80; i++) {
    files.push_back(memfd_create("one", 0));
    ASSERT_EQ(__braid_model_write(files.back(), input_ + i % 60, 1), 1);
  }
  char back;
  for (unsigned i = 0; i < 64; i++) {
    ASSERT_EQ(__braid_model_pread(files[i], &back, 1, 0), 1);
    expect_origin(&back, int(i % 60));
  }
  EXPECT_EQ(losses(), 0u);
  ASSERT_EQ(__braid_model_pread(files[79], &back, 1, 0), 1);
  EXPECT_EQ(losses(), 1u);
  for (int file : files)
    close(file);
}

TEST_F(ChannelTest, ACopyByTheKernelIsTold) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 0), 4);
  int other = memfd_create("other", 0);
  off_t begin = 0;
  ASSERT_EQ(__braid_model_sendfile(other, work_, &begin, 4), 4);
  char back[4];
  ASSERT_EQ(__braid_model_pread(other, back, 4, 0), 4);
  EXPECT_EQ(losses(), 1u);
  close(other);
}

TEST_F(ChannelTest, OtherFilesCanBeRead) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 0), 4);
  File other("constants");
  int from = other.open_again();
  char back[4];
  ASSERT_EQ(__braid_model_read(from, back, 4), 4);
  expect_origin(back, nothing);
  EXPECT_EQ(losses(), 0u);
  close(from);
}

TEST_F(ChannelTest, InputThatIsWrittenOver) {
  int same = run_.file().open_again(O_RDWR);
  const char equal = input_[3]; /* the same value, but not the input */
  ASSERT_EQ(pwrite(work_, &equal, 1, 0), 1);
  ASSERT_EQ(__braid_model_pwrite(same, text().data() + 3, 1, 3), 1);
  ASSERT_EQ(__braid_model_pwrite(same, input_ + 9, 1, 5), 1);
  char back[8];
  ASSERT_EQ(__braid_model_pread(same, back, 8, 0), 8);
  for (int i = 0; i < 8; i++)
    expect_origin(back + i, i == 3 ? nothing : i == 5 ? 9 : i);
  EXPECT_EQ(losses(), 0u);
  close(same);
}

TEST_F(ChannelTest, NothingIsLeftForTheNextRun) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 4, 0), 4);
  world_end();
  world_begin();
  world_start(nullptr, nullptr);
  char back[4];
  ASSERT_EQ(__braid_model_pread(work_, back, 4, 0), 4);
  expect_origin(back, nothing);
}

TEST_F(ChannelTest, AStreamThatHasOldBytesIsTold) {
  ASSERT_EQ(__braid_model_pwrite(work_, input_, 8, 0), 8);
  FILE *stream = file_.stream("r");
  EXPECT_EQ(__braid_model_fgetc(stream), (unsigned char)input_[0]); /* the others are in its buffer now */
  ASSERT_EQ(__braid_model_pwrite(work_, input_ + 20, 8, 0), 8);
  EXPECT_EQ(__braid_model_fgetc(stream), (unsigned char)input_[1]);
  EXPECT_EQ(losses(), 1u);
  __braid_model_fclose(stream);
}

} // namespace
} // namespace inputs
