// A program behaves the same run plainly, in a fork and in a restarted process, whatever ran before.
#include "support.h"
#include "target/plain_run.h"
#include "trace/reader.h"

#include <algorithm>
#include <random>

namespace braid::target {
namespace {

// Everything that a program does which can be compared with a plain run of it.
const char *const COMPARABLE[] = {"statics",
                                  "heap",
                                  "large_heap",
                                  "deep",
                                  "maps_memory",
                                  "unmaps_data",
                                  "protects_data",
                                  "forgets_data",
                                  "forgets_unwritten_data",
                                  "echo",
                                  "buffered",
                                  "unbuffered_input",
                                  "library_state",
                                  "hidden_variables",
                                  "rounding",
                                  "exit_handlers",
                                  "destructors",
                                  "exit_twice",
                                  "quick",
                                  "immediately",
                                  "many_arguments",
                                  "leaks_descriptors",
                                  "closes_input",
                                  "replaces_output",
                                  "closes_all",
                                  "folder_and_mask",
                                  "process_name",
                                  "signals",
                                  "signal_mask",
                                  "pending_signal",
                                  "ignores_signal",
                                  "exits_in_handler",
                                  "sets_alarm",
                                  "threads",
                                  "leaves_thread",
                                  "exits_in_thread",
                                  "forks",
                                  "borrows",
                                  "system_command",
                                  "executes",
                                  "endless_recursion",
                                  "segmentation_fault",
                                  "aborts",
                                  "aborts_in_code",
                                  "aborts_with_pending_signal",
                                  "handles_abort",
                                  "divides",
                                  "kills_itself",
                                  "terminates_itself",
                                  "kills_group",
                                  "descriptors_in_use",
                                  "main_again",
                                  "much_output"};

class SameResults : public testing::TestWithParam<const char *> {};

TEST_P(SameResults, InEveryMode) {
  Program program = test_program("behaviours");
  Input input = behave(GetParam());
  Visible plain(run_plain(program, input));
  EXPECT_NE(plain.status, 99) << "the program does not know this behaviour";
  for (Mode mode : {Mode::FORK, Mode::RESTART, Mode::AUTOMATIC}) {
    Executor executor(program, in_mode(mode));
    for (int run = 0; run < 4; run++) {
      Outcome outcome = executor.run(input);
      EXPECT_EQ(Visible(outcome), plain) << "mode " << int(mode) << ", run " << run << ", " << outcome.obstacle;
      if (mode == Mode::FORK) {
        EXPECT_FALSE(outcome.restarted);
      }
    }
    EXPECT_EQ(executor.figures().starts, 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Behaviours, SameResults, testing::ValuesIn(COMPARABLE),
                         [](const auto &instance) { return std::string(instance.param); });

// Also what depends on addresses and on memory that nobody initialised, which other starts of the program have
// differently: runs of the same server, first in one process, then in forks.
class SameInForkAndRestart : public testing::TestWithParam<const char *> {};

TEST_P(SameInForkAndRestart, AfterEveryOtherBehaviour) {
  Executor executor(test_program("behaviours"), in_mode(Mode::AUTOMATIC));
  Visible expected(executor.run(behave(GetParam())));
  for (const char *other : COMPARABLE) {
    executor.run(behave(other));
    EXPECT_EQ(Visible(executor.run(behave(GetParam()))), expected) << "after " << other;
  }
  EXPECT_GT(executor.figures().restarts, 10u);
  while (executor.figures().obstacles * 16 <= executor.figures().runs + 16)
    executor.run(behave("not_again"));
  Outcome forked = executor.run(behave(GetParam()));
  EXPECT_FALSE(forked.restarted);
  EXPECT_EQ(Visible(forked), expected);
  EXPECT_EQ(executor.figures().starts, 1u);
}

INSTANTIATE_TEST_SUITE_P(Behaviours, SameInForkAndRestart,
                         testing::Values("addresses", "uninitialised", "statics", "library_state", "buffered",
                                         "rounding", "folder_and_mask", "descriptors_in_use", "signal_mask"),
                         [](const auto &instance) { return std::string(instance.param); });

// The ways that the latest run went.
std::vector<uint8_t> ways(const Executor &executor) {
  const trace::View view(executor.trace().bytes());
  return {view.gone().begin(), view.gone().end()};
}

TEST(Restart, RandomSequencesGiveTheResultsOfForks) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Program program = test_program("behaviours");
  Executor forking(program, in_mode(Mode::FORK)), restarting(program, in_mode(Mode::RESTART)),
      automatic(program, in_mode(Mode::AUTOMATIC));
  for (int run = 0; run < 400; run++) {
    const char *behaviour = COMPARABLE[random() % std::size(COMPARABLE)];
    Input input = behave(behaviour, std::string(random() % 5000, 'a' + char(random() % 26)));
    Visible expected(forking.run(input));
    ASSERT_EQ(Visible(restarting.run(input)), expected) << "run " << run << " " << behaviour;
    ASSERT_EQ(Visible(automatic.run(input)), expected) << "run " << run << " " << behaviour;
    std::vector<uint8_t> gone = ways(forking);
    ASSERT_GE(std::count(gone.begin(), gone.end(), 1), 1) << "run " << run << " " << behaviour;
    ASSERT_LE(std::count(gone.begin(), gone.end(), 1), 2) << "run " << run << " " << behaviour;
    ASSERT_EQ(ways(restarting), gone) << "run " << run << " " << behaviour;
    ASSERT_EQ(ways(automatic), gone) << "run " << run << " " << behaviour;
  }
  EXPECT_EQ(forking.figures().restarts, 0u);
  EXPECT_GT(restarting.figures().restarts, 0u);
}

// Tame behaviours must really be restarted: falling back to forks would hide a broken restart.
TEST(Restart, KeepsTheProcess) {
  const char *const tame[] = {"statics",
                              "heap",
                              "large_heap",
                              "deep",
                              "maps_memory",
                              "forgets_data",
                              "forgets_unwritten_data",
                              "echo",
                              "buffered",
                              "unbuffered_input",
                              "library_state",
                              "rounding",
                              "exit_handlers",
                              "destructors",
                              "exit_twice",
                              "quick",
                              "leaks_descriptors",
                              "folder_and_mask",
                              "process_name",
                              "signal_mask",
                              "sets_alarm",
                              "system_command",
                              "addresses",
                              "uninitialised",
                              "much_output",
                              "assumption",
                              "borrows",
                              "main_again",
                              "many_arguments",
                              "signals",
                              "ignores_signal",
                              "exits_in_handler"};
  Executor executor(test_program("behaviours"), in_mode(Mode::AUTOMATIC));
  for (int round = 0; round < 3; round++)
    for (const char *behaviour : tame) {
      Outcome outcome = executor.run(behave(behaviour));
      EXPECT_EQ(outcome.obstacle, "") << behaviour;
    }
  // A process that has become slow is replaced by a new one.
  EXPECT_GT(executor.figures().restarts, executor.figures().runs * 8 / 10);
}

// The pages that were written are known after some runs, and nobody asks for them any more; that a run gave back
// others is noticed all the same.
TEST(Restart, BringsBackPagesThatNobodyWroteTo) {
  Executor executor(test_program("behaviours"), in_mode(Mode::RESTART));
  const Visible first(executor.run(behave("forgets_unwritten_data", "keep")));
  for (const char *text : {"keep", "keep", "keep", "forget", "keep", "forget", "forget", "keep"})
    EXPECT_EQ(Visible(executor.run(behave("forgets_unwritten_data", text))), first);
  EXPECT_EQ(executor.figures().restarts, 8u);
}

TEST(Restart, SaysWhatIsInTheWay) {
  const struct {
    const char *behaviour, *obstacle;
  } expected[] = {{"forks", "fork"},
                  {"pending_signal", "a signal was left pending"},
                  {"closes_input", ""},
                  {"replaces_output", "a standard descriptor was replaced"},
                  {"unmaps_data", "memory mapped before main was unmapped or protected"},
                  {"protects_data", ""},
                  {"leaves_thread", "a thread is still running"},
                  {"not_again", "a reason of its own"}};
  for (const auto &[behaviour, obstacle] : expected) {
    Executor executor(test_program("behaviours"), in_mode(Mode::RESTART));
    Outcome outcome = executor.run(behave(behaviour));
    if (*obstacle) {
      EXPECT_EQ(outcome.obstacle, obstacle) << behaviour;
    } else {
      EXPECT_NE(outcome.obstacle, "") << behaviour;
    }
    EXPECT_FALSE(executor.run(behave("echo")).restarted) << behaviour;
    EXPECT_TRUE(executor.run(behave("echo")).restarted) << behaviour;
  }
}

TEST(Restart, IsGivenUpForProgramsThatPreventIt) {
  Executor executor(test_program("behaviours"), in_mode(Mode::AUTOMATIC));
  for (int run = 0; run < 20; run++)
    EXPECT_TRUE(executor.run(behave("forks")).exited_with(0));
  EXPECT_LT(executor.figures().obstacles, 5u);
}

TEST(Restart, IsKeptWhereOneInputPreventsIt) {
  Executor executor(test_program("behaviours"), in_mode(Mode::AUTOMATIC));
  for (int run = 0; run < 100; run++)
    executor.run(behave(run == 50 ? "forks" : "echo"));
  EXPECT_EQ(executor.figures().obstacles, 1u);
  EXPECT_EQ(executor.figures().restarts, 98u);
}

TEST(Restart, LeavesAlarmsBehind) {
  Executor executor(test_program("behaviours"), in_mode(Mode::RESTART));
  EXPECT_TRUE(executor.run(behave("sets_alarm")).exited_with(0));
  Outcome outcome = executor.run(behave("waits"));
  EXPECT_TRUE(outcome.restarted);
  EXPECT_EQ(outcome.output, "0\n") << outcome.text();
}

TEST(Restart, IsNotTriedWithTooMuchMemory) {
  Executor executor(test_program("large"), in_mode(Mode::AUTOMATIC));
  for (int run = 0; run < 4; run++) {
    Outcome outcome = executor.run(Input());
    EXPECT_EQ(outcome.output, "1\n");
    if (run == 0) {
      EXPECT_EQ(outcome.obstacle, "too much memory to copy (more than 8 MiB)");
    }
  }
  EXPECT_EQ(executor.figures().restarts, 0u);
}

TEST(Restart, TakesANewProcessWhenTooManyPagesWereTouched) {
  Executor executor(test_program("sparse"), in_mode(Mode::RESTART));
  uint64_t fresh = 0;
  for (int run = 0; run < 300; run++) {
    Outcome outcome = executor.run(Input::standard_input(std::to_string(run * 37)));
    ASSERT_EQ(outcome.output, "16\n") << run;
    EXPECT_EQ(outcome.obstacle, "");
    fresh += !outcome.restarted;
  }
  EXPECT_GT(fresh, 1u);
  EXPECT_LT(fresh, 100u);
}

TEST(Objects, AreMadeAndEndedInEveryRun) {
  Program program = test_program("objects");
  for (const char *words : {"", "a b a", "a b throw c", "a exit b", "a uncaught", "x y z x y z"}) {
    Input input = Input::standard_input(words);
    Visible plain(run_plain(program, input));
    for (Mode mode : {Mode::FORK, Mode::RESTART}) {
      Executor executor(program, in_mode(mode));
      for (int run = 0; run < 3; run++) {
        Outcome outcome = executor.run(input);
        EXPECT_EQ(Visible(outcome), plain) << words;
        EXPECT_EQ(outcome.obstacle, "");
      }
    }
  }
}

// Libraries end after the program; an instrumented one starts the runtime before the program does.
TEST(Libraries, HaveTheirDestructorsInEveryRun) {
  for (const char *name : {"uses_library", "uses_instrumented_library"}) {
    Program program = test_program(name);
    Visible plain(run_plain(program, Input::standard_input("x")));
    EXPECT_NE(plain.output.find("library ends"), std::string::npos) << plain;
    for (Mode mode : {Mode::FORK, Mode::RESTART}) {
      Executor executor(program, in_mode(mode));
      for (int run = 0; run < 3; run++) {
        Outcome outcome = executor.run(Input::standard_input("x"));
        EXPECT_EQ(Visible(outcome), plain) << name;
        EXPECT_EQ(outcome.restarted, mode == Mode::RESTART && run > 0) << outcome.obstacle;
        EXPECT_EQ(outcome.end, uint32_t(BRAID_END_EXIT));
      }
    }
  }
}

TEST(Statically, LinkedProgramsWorkToo) {
  Program program = test_program("static");
  Visible plain(run_plain(program, Input::standard_input("a b throw")));
  for (Mode mode : {Mode::FORK, Mode::RESTART}) {
    Executor executor(program, in_mode(mode));
    for (int run = 0; run < 3; run++) {
      Outcome outcome = executor.run(Input::standard_input("a b throw"));
      EXPECT_EQ(Visible(outcome), plain);
      EXPECT_EQ(outcome.restarted, mode == Mode::RESTART && run > 0) << outcome.obstacle;
    }
  }
}

TEST(BeforeMain, OutputAndFilesArePartOfEveryRun) {
  Program program = test_program("early");
  Visible plain(run_plain(program, Input::standard_input("y")));
  for (Mode mode : {Mode::FORK, Mode::RESTART}) {
    Executor executor(program, in_mode(mode));
    for (int run = 0; run < 3; run++) {
      Outcome outcome = executor.run(Input::standard_input("y"));
      EXPECT_EQ(Visible(outcome), plain);
      EXPECT_EQ(outcome.restarted, mode == Mode::RESTART && run > 0) << outcome.obstacle;
    }
  }
}

} // namespace
} // namespace braid::target
