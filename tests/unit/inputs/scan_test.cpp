// The models of scanf against the C library: random formats on random inputs, from strings and from files. The
// results are the library's by construction; what is tested is that the explanation arrives at the same ones,
// because where it does not, labels are lost.
#include "support.h"

#include <array>
#include <cerrno>
#include <cstring>

extern "C" {
int __braid_model_sscanf(const char *, const char *, ...);
int __braid_model___isoc99_sscanf(const char *, const char *, ...);
int __braid_model_fscanf(FILE *, const char *, ...);
int __braid_model___isoc99_fscanf(FILE *, const char *, ...);
int __braid_model_fclose(FILE *);
int old_sscanf(const char *, const char *, ...) __asm__("sscanf");
int new_sscanf(const char *, const char *, ...) __asm__("__isoc99_sscanf");
int old_fscanf(FILE *, const char *, ...) __asm__("fscanf");
int new_fscanf(FILE *, const char *, ...) __asm__("__isoc99_fscanf");
}

namespace inputs {
namespace {

constexpr unsigned TARGETS = 6;

/// Where the conversions of one call store their results.
struct Targets {
  alignas(16) std::array<std::array<unsigned char, 64>, TARGETS> memory;
  Targets() {
    for (auto &target : memory)
      target.fill(0xa5);
  }
  void *operator[](unsigned i) { return memory[i].data(); }
};

template <class From>
int call(int (*function)(From, const char *, ...), Targets &to, const char *format, From from) {
  return function(from, format, to[0], to[1], to[2], to[3], to[4], to[5]);
}

std::string random_set(Random &random) {
  static const char *sets[] = {"[a-z]", "[^ \n]", "[]x-z0-9]", "[^]a]", "[0-9a-fA-F-]",
                               "[-+.]", "[z-a]",  "[%]",       "[^\n]"};
  return sets[below(random, std::size(sets))];
}

struct Format {
  std::string text;
  unsigned targets = 0;
  std::array<char, TARGETS>
      kinds{};       // 'i' integer, 'p' pointer, 'f' float, 's' text, 'm' allocated text, 'n' count
  bool exact = true; // nothing in it that is not explained
};

void add_conversion(Format &format, Random &random) {
  static const char *lengths[] = {"", "", "", "hh", "h", "l", "ll", "z", "j", "t", "q"};
  static const char integers[] = "diuxXo", floats[] = "fegaEGFA";
  bool suppress = below(random, 6) == 0;
  std::string text = suppress ? "%*" : "%";
  std::string width = below(random, 3) == 0 ? std::to_string(below(random, 12)) : "";
  char kind = 'i';
  switch (below(random, 9)) {
  case 0:
  case 1:
  case 2:
    text += width + lengths[below(random, std::size(lengths))] + integers[below(random, 6)];
    break;
  case 3: {
    unsigned length = below(random, 8);
    kind = 'f';
    text += width + (length == 0 ? "L" : length < 4 ? "l" : "") + floats[below(random, 8)];
    format.exact &= suppress; /* not every number has a value that can be followed */
    break;
  }
  case 4:
    kind = 's';
    text += std::to_string(1 + below(random, 20)) + "c";
    break;
  case 5:
    kind = suppress || below(random, 3) ? 's' : 'm';
    text += std::to_string(1 + below(random, 20)) + (kind == 'm' ? "m" : "") + "s";
    break;
  case 6:
    kind = suppress || below(random, 3) ? 's' : 'm';
    text += std::to_string(1 + below(random, 20)) + (kind == 'm' ? "m" : "") + random_set(random);
    break;
  case 7:
    kind = 'n';
    text = "%";
    suppress = false;
    text += lengths[below(random, 7)];
    text += "n";
    break;
  default:
    kind = 'p';
    text += width + "p";
    break;
  }
  format.text += text;
  if (!suppress)
    format.kinds[format.targets++] = kind;
}

Format random_format(Random &random) {
  static const char *literals[] = {" ", "\n", "\t ", "%%", "x", ",", "-", "abc", "0x", "("};
  Format format;
  unsigned parts = 1 + below(random, 6);
  for (unsigned i = 0; i < parts; i++)
    if (format.targets < TARGETS && below(random, 3) != 0)
      add_conversion(format, random);
    else
      format.text += literals[below(random, std::size(literals))];
  return format;
}

std::string random_input(Random &random) {
  static const char *pieces[] = {"0",
                                 "1",
                                 "-5",
                                 "+",
                                 "-",
                                 "42",
                                 "123456789",
                                 "99999999999999999999",
                                 "0x1F",
                                 "0x",
                                 "0X",
                                 "017",
                                 "09",
                                 "1e5",
                                 "1e+",
                                 "1e",
                                 "2.5",
                                 ".",
                                 ".5",
                                 "5.",
                                 "0x1.8p3",
                                 "0x.p",
                                 "0xp1",
                                 "inf",
                                 "INFINITY",
                                 "infinit",
                                 "nan",
                                 "NaN(",
                                 "na",
                                 "i",
                                 " ",
                                 "  ",
                                 "\n",
                                 "\t",
                                 "x",
                                 "abc",
                                 "zz",
                                 "%",
                                 ",",
                                 "]",
                                 "(nil)",
                                 "-9223372036854775808",
                                 "9223372036854775808",
                                 "18446744073709551615",
                                 "18446744073709551616",
                                 "-1",
                                 "e",
                                 "\xff",
                                 "\x80 ",
                                 "00000000000000000000007"};
  std::string text;
  unsigned count = below(random, 8);
  for (unsigned i = 0; i < count; i++) {
    text += pieces[below(random, std::size(pieces))];
    if (below(random, 3) == 0)
      text += ' ';
  }
  return text;
}

class ScanTest : public testing::Test {
protected:
  void expect_same(const Format &format, Targets &ours, Targets &theirs, int result) {
    for (unsigned i = 0; i < TARGETS; i++) {
      if (format.kinds[i] == 'm' && theirs.memory[i][0] != 0xa5) {
        char *our_text, *their_text;
        memcpy(&our_text, ours[i], sizeof our_text);
        memcpy(&their_text, theirs[i], sizeof their_text);
        if (int(i) < result && !strchr(format.text.c_str(), 'n')) { /* %n does not count */
          ASSERT_STREQ(our_text, their_text) << "target " << i;
        }
        free(our_text);
        free(their_text);
        continue;
      }
      ASSERT_EQ(ours.memory[i], theirs.memory[i]) << "target " << i;
    }
  }

  /// What carries a label has its value.
  void expect_right_labels(const Format &format, Targets &ours) {
    for (unsigned i = 0; i < format.targets; i++) {
      if (format.kinds[i] != 'i')
        continue;
      braid_label label = world_label(ours[i], 1);
      if (label) {
        ASSERT_EQ(world_node(label)->value & 0xff, ours.memory[i][0]) << "target " << i;
      }
      labelled_ += label != 0;
    }
  }

  void check_string(const Format &format, const std::string &input, bool old) {
    Targets ours, theirs;
    errno = 0;
    int expected = call<const char *>(old ? old_sscanf : new_sscanf, theirs, format.text.c_str(), input.c_str());
    int their_error = errno;
    world_begin();
    int source = world_give(BRAID_SOURCE_MARK, BRAID_SOURCE_SYMBOLIC, "text", input.c_str(), input.size() + 1);
    world_start(nullptr, nullptr);
    std::string text = input;
    mark(text.data(), source, input.size() + 1);
    errno = 0;
    int got = call<const char *>(old ? __braid_model_sscanf : __braid_model___isoc99_sscanf, ours,
                                 format.text.c_str(), text.c_str());
    ASSERT_EQ(errno, their_error);
    ASSERT_EQ(got, expected);
    expect_same(format, ours, theirs, got);
    if (format.exact) {
      ASSERT_EQ(world_lost(BRAID_LOST_MODEL), 0u);
    }
    expect_right_labels(format, ours);
    expect_sound_decisions();
    world_end();
  }

  void check_file(const Format &format, const std::string &input, bool old, bool symbolic_length) {
    Targets ours, theirs;
    File copy(input);
    FILE *their_stream = copy.stream();
    errno = 0;
    int expected = call<FILE *>(old ? old_fscanf : new_fscanf, theirs, format.text.c_str(), their_stream);
    int their_error = errno;
    FileRun run(input, symbolic_length);
    FILE *our_stream = run.file().stream();
    errno = 0;
    int got = call<FILE *>(old ? __braid_model_fscanf : __braid_model___isoc99_fscanf, ours, format.text.c_str(),
                           our_stream);
    ASSERT_EQ(errno, their_error);
    ASSERT_EQ(got, expected);
    ASSERT_EQ(ftello(our_stream), ftello(their_stream));
    ASSERT_EQ(!feof(our_stream), !feof(their_stream));
    expect_same(format, ours, theirs, got);
    if (format.exact) {
      ASSERT_EQ(world_lost(BRAID_LOST_MODEL), 0u);
    }
    expect_right_labels(format, ours);
    expect_sound_decisions();
    /* A second call goes on where the first has stopped. */
    Targets more_ours, more_theirs;
    expected = call<FILE *>(old ? old_fscanf : new_fscanf, more_theirs, "%20s", their_stream);
    got = call<FILE *>(old ? __braid_model_fscanf : __braid_model___isoc99_fscanf, more_ours, "%20s", our_stream);
    ASSERT_EQ(got, expected);
    ASSERT_EQ(more_ours.memory[0], more_theirs.memory[0]);
    off_t end = ftello(their_stream);
    size_t length = got == 1 ? strlen(reinterpret_cast<char *>(more_ours[0])) : 0;
    for (size_t i = 0; i < length; i++)
      ASSERT_TRUE(world_is_input(&more_ours.memory[0][i], run.source(), uint64_t(end) - length + i))
          << "byte " << i;
    __braid_model_fclose(our_stream);
    fclose(their_stream);
  }

  static void mark(void *memory, int source, size_t bytes);
  unsigned labelled_ = 0;
};

extern "C" void braid_label_input(void *, int, uint64_t, size_t);
void ScanTest::mark(void *memory, int source, size_t bytes) { braid_label_input(memory, source, 0, bytes); }

TEST_F(ScanTest, RandomFormatsAreExplained) {
  uint64_t seed = choose_seed();
  for (unsigned i = 0; i < 40000; i++) {
    Random random(seed + i);
    Format format = random_format(random);
    std::string input = random_input(random);
    SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed + i) + " format \"" + format.text + "\" input \"" +
                 input + "\"");
    bool old = below(random, 2);
    if (below(random, 4))
      check_string(format, input, old);
    else
      check_file(format, input, old, below(random, 2));
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(labelled_, 1000u);
}

TEST_F(ScanTest, NumbersAreExpressionsOfTheirDigits) {
  FileRun run("12 -7 0x1f 2.5 1.5", false);
  FILE *stream = run.file().stream();
  int decimal, negative;
  unsigned hexadecimal;
  double fraction;
  float half;
  ASSERT_EQ(
      __braid_model___isoc99_fscanf(stream, "%d%d%x%lf%f", &decimal, &negative, &hexadecimal, &fraction, &half),
      5);
  auto expect_value = [](const void *address, size_t bytes) {
    braid_label label = world_label(address, bytes);
    ASSERT_NE(label, 0u);
    EXPECT_EQ(world_node(label)->width, 8 * bytes);
    EXPECT_EQ(memcmp(&world_node(label)->value, address, bytes), 0);
  };
  expect_value(&decimal, sizeof decimal);
  expect_value(&negative, sizeof negative);
  expect_value(&hexadecimal, sizeof hexadecimal);
  expect_value(&fraction, sizeof fraction);
  expect_value(&half, sizeof half);
  EXPECT_EQ(world_events(BRAID_EVENT_LOST), 0u);
  expect_sound_decisions();
  __braid_model_fclose(stream);
}

TEST_F(ScanTest, WhatIsNotFollowedIsRecorded) {
  FileRun run("12 abc 5", false);
  FILE *stream = run.file().stream();
  int first, last;
  wchar_t wide[10];
  ASSERT_EQ(__braid_model___isoc99_fscanf(stream, "%d %9ls %d", &first, wide, &last), 3);
  EXPECT_EQ(last, 5);
  EXPECT_NE(world_label(&first, sizeof first), 0u);
  EXPECT_EQ(world_label(&last, sizeof last), 0u);
  EXPECT_GT(world_lost(BRAID_LOST_MODEL), 0u);
  __braid_model_fclose(stream);
}

/* Positions are not explained; results must be right all the same. */
TEST_F(ScanTest, PositionalArguments) {
  FileRun run("1 2", false);
  FILE *stream = run.file().stream();
  int first = 0, second = 0;
  ASSERT_EQ(__braid_model___isoc99_fscanf(stream, "%2$d %1$d", &first, &second), 2);
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 1);
  EXPECT_GT(world_lost(BRAID_LOST_MODEL), 0u);
  __braid_model_fclose(stream);
}

} // namespace
} // namespace inputs
