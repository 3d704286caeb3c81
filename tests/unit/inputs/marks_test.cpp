// Marks and functions declared to return input: which source a call takes, and what happens at the limits.
#include "support.h"

#include <cstring>

extern "C" {
#include "braid.h"
#include "crest.h"
#include "klee/klee.h"
int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);
double __VERIFIER_nondet_double(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
void __VERIFIER_nondet_memory(void *, size_t);
void __VERIFIER_assume(int);
void __VERIFIER_error(void);
unsigned nondet_uint(void);
uint64_t __braid_input_value(uint64_t, uint32_t, const char *);
void __braid_input_memory(void *, uint64_t, const char *);
}

namespace inputs {
namespace {

constexpr unsigned SYMBOLIC = BRAID_SOURCE_SYMBOLIC;

class MarksTest : public testing::Test {
protected:
  void SetUp() override { world_begin(); }
  void TearDown() override { world_end(); }
  static void start() { world_start(nullptr, nullptr); }
  static int give(const char *name, std::string bytes, int kind = BRAID_SOURCE_MARK) {
    return world_give(kind, SYMBOLIC, name, bytes.data(), bytes.size());
  }
};

TEST_F(MarksTest, SourcesAreTakenInTheOrderOfCalls) {
  give("a", std::string("\1\0\0\0", 4));
  give("stdin", "zz", BRAID_SOURCE_STDIN);
  give("b", std::string("\2\0\0\0", 4));
  start();
  int first, second, third = 5;
  braid_symbolic(&first, sizeof first, "a");
  braid_symbolic(&second, sizeof second, "b");
  braid_symbolic(&third, sizeof third, "c");
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
  EXPECT_EQ(third, 0);
  EXPECT_TRUE(world_is_input(&first, 0, 0));
  EXPECT_TRUE(world_is_input(reinterpret_cast<char *>(&second) + 3, 2, 3));
  EXPECT_TRUE(world_is_input(&third, 3, 0));
  EXPECT_EQ(world_trace()->source_count, 4u);
  EXPECT_STREQ(world_source(3)->name, "c");
  EXPECT_EQ(world_source(3)->flags, SYMBOLIC | BRAID_SOURCE_USED);
  EXPECT_EQ(world_source(1)->flags & BRAID_SOURCE_USED, 0);
  EXPECT_EQ(world_events(BRAID_EVENT_SOURCE), 3u);
}

TEST_F(MarksTest, SizesAreWhatTheProgramSays) {
  give("long", "abcdefgh");
  give("short", "xy");
  start();
  char first[4], second[6];
  braid_symbolic(first, sizeof first, "first");
  braid_symbolic(second, sizeof second, "second");
  EXPECT_EQ(memcmp(first, "abcd", 4), 0);
  EXPECT_EQ(memcmp(second, "xy\0\0\0\0", 6), 0);
  EXPECT_EQ(world_source(0)->size, 4u);
  EXPECT_STREQ(world_source(0)->name, "first");
  EXPECT_EQ(world_source(1)->size, 6u);
  EXPECT_TRUE(world_is_input(second + 1, 1, 1));
  EXPECT_TRUE(world_is_input(second + 5, 1, 5));
}

TEST_F(MarksTest, ConcreteSourcesHaveNoLabels) {
  world_give(BRAID_SOURCE_MARK, 0, "fixed", "\7", 1);
  start();
  char value;
  braid_symbolic(&value, 1, "fixed");
  EXPECT_EQ(value, 7);
  EXPECT_EQ(world_label(&value, 1), 0u);
}

TEST_F(MarksTest, OldLabelsAreReplaced) {
  give("a", "x");
  give("b", "x");
  start();
  char value;
  braid_symbolic(&value, 1, "a");
  braid_symbolic(&value, 1, "b");
  EXPECT_TRUE(world_is_input(&value, 1, 0));
}

TEST_F(MarksTest, FamiliesReturnLabels) {
  give("i", std::string("\5\0\0\0", 4));
  give("flag", "\4");
  give("d", std::string(8, '\0'));
  give("wide", std::string(16, '\1'));
  give("u", std::string("\377\377\377\377", 4));
  start();
  EXPECT_EQ(__VERIFIER_nondet_int(), 5);
  braid_label label = world_result(reinterpret_cast<void *>(__VERIFIER_nondet_int));
  ASSERT_NE(label, 0u);
  EXPECT_EQ(world_node(label)->width, 32);
  EXPECT_EQ(world_node(label)->value, 5u);
  EXPECT_EQ(__VERIFIER_nondet_bool(), true);
  EXPECT_NE(world_result(reinterpret_cast<void *>(__VERIFIER_nondet_bool)), 0u);
  EXPECT_EQ(__VERIFIER_nondet_double(), 0.0);
  EXPECT_NE(world_result(reinterpret_cast<void *>(__VERIFIER_nondet_double)), 0u);
  EXPECT_EQ(uint8_t(__VERIFIER_nondet_uint128() >> 120), 1);
  EXPECT_EQ(nondet_uint(), 0xffffffffu);
  EXPECT_STREQ(world_source(0)->name, "__VERIFIER_nondet_int");
  char memory[3];
  __VERIFIER_nondet_memory(memory, sizeof memory);
  EXPECT_TRUE(world_is_input(memory + 2, 5, 2));
  short crest;
  CREST_short(crest);
  EXPECT_TRUE(world_is_input(&crest, 6, 0));
  int klee;
  klee_make_symbolic(&klee, sizeof klee, "klee");
  EXPECT_TRUE(world_is_input(&klee, 7, 0));
}

TEST_F(MarksTest, RangesStartInside) {
  start();
  EXPECT_EQ(braid_range(5, 9, "r"), 5);
  EXPECT_NE(world_result(reinterpret_cast<void *>(braid_range)), 0u);
  EXPECT_EQ(klee_range(-3, 4, "s"), 0);
  EXPECT_EQ(klee_range(-7, -4, "t"), -7);
  EXPECT_EQ(klee_range(3, 4, "u"), 3); /* the only one: no input */
  EXPECT_EQ(world_trace()->source_count, 3u);
  EXPECT_EQ(klee_choose(10), 0u);
  EXPECT_EQ(world_events(BRAID_EVENT_ASSUME), 7u);
}

TEST_F(MarksTest, BrokenAssumptionsEndTheRun) {
  give("r", std::string("\144\0\0\0", 4));
  start();
  EXPECT_EXIT(braid_range(5, 9, "r"), testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(__VERIFIER_assume(0), testing::ExitedWithCode(0), "^$");
  __VERIFIER_assume(1);
  klee_assume(uintptr_t(1) << 40);
}

TEST_F(MarksTest, ErrorsAbort) {
  start();
  EXPECT_EXIT(__VERIFIER_error(), testing::KilledBySignal(SIGABRT), "error");
  EXPECT_EXIT(braid_assert(1 == 2), testing::KilledBySignal(SIGABRT), "marks_test.cpp:[0-9]*: .*1 == 2");
  EXPECT_EXIT(klee_assert(3 == 4), testing::KilledBySignal(SIGABRT), "3 == 4");
  EXPECT_EXIT(klee_report_error("f.c", 7, "bad", "user"), testing::KilledBySignal(SIGABRT), "f.c:7: user: bad");
  EXPECT_EXIT(klee_silent_exit(3), testing::ExitedWithCode(3), "^$");
}

TEST_F(MarksTest, WithoutAnEngineInputIsZero) {
  int value = 99;
  braid_symbolic(&value, sizeof value, "x");
  EXPECT_EQ(value, 0);
  EXPECT_EQ(__VERIFIER_nondet_int(), 0);
  EXPECT_EQ(klee_int("y"), 0);
  EXPECT_EQ(braid_range(5, 9, "r"), 5);
  EXPECT_EQ(braid_is_exploring(), 0);
  EXPECT_EQ(klee_is_replay(), 1u);
  EXPECT_EXIT(klee_assume(0), testing::ExitedWithCode(1), "klee_assume: the assumption does not hold");
}

TEST_F(MarksTest, FullTablesEndTheRun) {
  start();
  char value;
  EXPECT_EXIT(
      {
        for (unsigned i = 0; i < 65; i++)
          braid_symbolic(&value, 1, "x");
      },
      testing::ExitedWithCode(0), "");
  for (unsigned i = 0; i < 64; i++)
    braid_symbolic(&value, 1, "x");
  EXPECT_EQ(world_trace()->source_count, 64u);
  static char large[(1 << 20) + 1];
  world_begin();
  start();
  EXPECT_EXIT(braid_symbolic(large, sizeof large, "large"), testing::ExitedWithCode(0), "");
}

TEST_F(MarksTest, CallsThatAreInput) {
  give("rand", std::string("\7\0\0\0", 4), BRAID_SOURCE_CALL);
  start();
  EXPECT_EQ(__braid_input_value(1234, 4, "rand"), 7u);
  braid_label label = world_result(reinterpret_cast<void *>(__braid_input_value));
  ASSERT_NE(label, 0u);
  EXPECT_EQ(world_node(label)->width, 64);
  /* No more given: the real value is as good as any to start with. */
  EXPECT_EQ(__braid_input_value(0x12345678, 4, "time"), 0x12345678u);
  EXPECT_NE(world_result(reinterpret_cast<void *>(__braid_input_value)), 0u);
  EXPECT_EQ(world_source(1)->kind, BRAID_SOURCE_CALL);
  EXPECT_STREQ(world_source(1)->name, "time");
  EXPECT_EQ(memcmp(world_data(1), "\x78\x56\x34\x12", 4), 0);
  char buffer[3] = {'a', 'b', 'c'};
  __braid_input_memory(buffer, 3, "getrandom");
  EXPECT_TRUE(world_is_input(buffer + 2, 2, 2));
  EXPECT_EQ(buffer[2], 'c');
}

TEST_F(MarksTest, CallsWithoutAnEngineAreReal) {
  EXPECT_EQ(__braid_input_value(1234, 4, "rand"), 1234u);
  EXPECT_EQ(world_result(reinterpret_cast<void *>(__braid_input_value)), 0u);
}

} // namespace
} // namespace inputs
