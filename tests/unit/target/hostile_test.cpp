// Programs that attack themselves, their server or the machine: there is always an outcome, and the next run
// works.
#include "support.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::target {
namespace {

class Hostile : public testing::TestWithParam<Mode> {
protected:
  static ExecutorOptions options() {
    ExecutorOptions options = in_mode(GetParam());
    options.limits.time = std::chrono::seconds(1);
    return options;
  }
  void expect_working() {
    for (int run = 0; run < 2; run++) {
      Outcome outcome = executor.run(behave("echo", "fine"));
      EXPECT_TRUE(outcome.exited_with(0)) << outcome.text();
      EXPECT_EQ(outcome.output, "fine");
    }
  }

  Executor executor{test_program("behaviours"), options()};
};

INSTANTIATE_TEST_SUITE_P(Modes, Hostile, testing::Values(Mode::FORK, Mode::RESTART),
                         [](const auto &instance) { return instance.param == Mode::FORK ? "Fork" : "Restart"; });

// Zombies count as gone: in a container nobody may collect them.
bool is_gone(pid_t process) {
  for (int attempt = 0; attempt < 1000; attempt++) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text, state;
    if (!std::getline(file, text))
      return true;
    if (text.substr(text.rfind(')') + 2, 1) == "Z")
      return true;
    usleep(10000);
  }
  return false;
}

TEST_P(Hostile, TimeIsLimited) {
  for (const char *behaviour : {"loops", "stops", "loops_in_forked_child"}) {
    Outcome outcome = executor.run(behave(behaviour));
    EXPECT_EQ(outcome.ending, Ending::TIMED_OUT) << behaviour << ": " << outcome.text();
    expect_working();
  }
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST_P(Hostile, WithTheServerAsTarget) {
  Outcome outcome = executor.run(behave("terminates_parent"));
  EXPECT_TRUE(outcome.exited_with(0)) << outcome.text();
  EXPECT_EQ(outcome.output, "still here\n");
  EXPECT_TRUE(executor.run(behave("kills_group")).killed_by(SIGKILL));
  EXPECT_EQ(executor.figures().starts, 1u);
  EXPECT_EQ(executor.run(behave("kills_parent")).ending, Ending::SERVER_LOST);
  expect_working();
  EXPECT_EQ(executor.figures().starts, 2u);
}

// The server cannot say how the run ended before it goes on.
TEST_P(Hostile, ThatStopsItsServer) {
  Outcome outcome = executor.run(behave("stops_parent"));
  if (GetParam() == Mode::FORK) {
    EXPECT_EQ(outcome.ending, Ending::TIMED_OUT);
  } else {
    EXPECT_TRUE(outcome.exited_with(0)) << outcome.text();
  }
  expect_working();
}

TEST_P(Hostile, ThatAlwaysKillsItsServer) {
  EXPECT_THROW(
      {
        for (int run = 0; run < 100; run++)
          executor.run(behave("kills_parent"));
      },
      Error);
  expect_working();
}

TEST_P(Hostile, WithDescriptors) {
  Outcome outcome = executor.run(behave("closes_all"));
  EXPECT_TRUE(outcome.exited_with(21)) << outcome.text();
  EXPECT_EQ(outcome.output, "seen\n");
  expect_working();
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST_P(Hostile, WithItsMemory) {
  for (int run = 0; run < 3; run++) {
    executor.run(behave("wild_writes"));
    executor.run(behave("endless_recursion"));
    expect_working();
  }
}

TEST_P(Hostile, ThatLeavesProcesses) {
  Executor executor(in_the_open("behaviours"), options());
  for (const char *behaviour : {"leaves_child", "leaves_daemon"}) {
    Outcome outcome = executor.run(behave(behaviour));
    EXPECT_TRUE(outcome.exited_with(0)) << outcome.text();
    pid_t left = std::stoi(outcome.output);
    EXPECT_GT(left, 1);
    EXPECT_TRUE(is_gone(left)) << behaviour;
    EXPECT_EQ(executor.run(behave("echo", "fine")).output, "fine");
  }
}

TEST_P(Hostile, ThatPrintsWithoutEnd) {
  ExecutorOptions small = in_mode(GetParam());
  small.limits.file = 1 << 20;
  small.limits.kept_output = 5000;
  Executor printing(test_program("behaviours"), small);
  Outcome outcome = printing.run(behave("endless_output"));
  EXPECT_TRUE(outcome.killed_by(SIGXFSZ)) << outcome.text();
  EXPECT_EQ(outcome.output.size(), 5000u);
  EXPECT_EQ(printing.run(behave("echo", "fine")).output, "fine");
}

// An engine that is killed takes everything with it.
TEST_P(Hostile, WithoutAnEngine) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t engine = fork();
  if (engine == 0) {
    Executor lonely(test_program("behaviours"), in_mode(GetParam()));
    lonely.run(behave("echo"));
    pid_t server = lonely.server();
    (void)!write(ends[1], &server, sizeof server);
    lonely.run(behave("loops"));
    _exit(0);
  }
  pid_t server = 0;
  ASSERT_EQ(read(ends[0], &server, sizeof server), ssize_t(sizeof server));
  usleep(50000);
  std::ifstream list("/proc/" + std::to_string(server) + "/task/" + std::to_string(server) + "/children");
  pid_t child = 0;
  list >> child;
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  EXPECT_TRUE(is_gone(server));
  if (child) {
    EXPECT_TRUE(is_gone(child));
  }
  close(ends[0]);
  close(ends[1]);
}

// A waiting process that dies of something else is replaced without anybody noticing.
TEST(HostileSurroundings, KillThePausedProcess) {
  Executor executor(in_the_open("behaviours"), in_mode(Mode::RESTART));
  for (int run = 0; run < 300; run++) {
    executor.run(behave("echo"));
    kill(static_cast<pid_t>(executor.trace().header().process), SIGKILL);
    usleep(run % 3 * 300);
    Outcome outcome = executor.run(behave("echo", "fine"));
    EXPECT_EQ(outcome.output, "fine") << outcome.text();
  }
  EXPECT_EQ(executor.figures().starts, 1u);
}

TEST(HostileSurroundings, KillTheServer) {
  Executor executor(test_program("behaviours"), in_mode(Mode::RESTART));
  executor.run(behave("echo"));
  pid_t server = executor.server();
  kill(server, SIGKILL);
  siginfo_t how = {};
  waitid(P_PID, static_cast<id_t>(server), &how, WEXITED | WNOWAIT); // a signal takes its time
  executor.run(behave("echo"));
  EXPECT_EQ(executor.run(behave("echo", "fine")).output, "fine");
  EXPECT_NE(executor.server(), server);
}

TEST(HostilePlain, IsLimitedToo) {
  Limits limits;
  limits.time = std::chrono::milliseconds(200);
  Program program = test_program("behaviours");
  EXPECT_EQ(run_plain(program, behave("loops"), limits).ending, Ending::TIMED_OUT);
  EXPECT_EQ(run_plain(program, behave("stops"), limits).ending, Ending::TIMED_OUT);
  limits.file = 1 << 20;
  EXPECT_TRUE(run_plain(program, behave("endless_output"), limits).killed_by(SIGXFSZ));
  Outcome outcome = run_plain(in_the_open("behaviours"), behave("leaves_child"));
  EXPECT_TRUE(is_gone(std::stoi(outcome.output)));
}

} // namespace
} // namespace braid::target
