// Processes that never end because their state repeats, and others that only look like it.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern "C" {
#include "runtime/repeats.h"
}

namespace {

volatile int never = 0, always = 1;
volatile uint64_t counted = 0;
volatile double number = 0;

// What is said of a child that does this, and what became of it.
struct Seen {
  bool repeats;
  int status;
};

Seen seen(const std::function<void()> &work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  usleep(50000); // it is under way, or has ended; either is right
  Seen made{};
  made.repeats = braid_repeats(child, SIGUSR1, nullptr, 0);
  siginfo_t how = {};
  if (waitid(P_PID, id_t(child), &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid == 0 && !made.repeats)
    kill(child, SIGKILL);
  waitpid(child, &made.status, 0);
  return made;
}

void expect_endless(const char *what, const std::function<void()> &work) {
  SCOPED_TRACE(what);
  const Seen made = seen(work);
  EXPECT_TRUE(made.repeats);
  EXPECT_TRUE(WIFSIGNALED(made.status));
  EXPECT_EQ(WTERMSIG(made.status), SIGUSR1);
}

void expect_nothing(const char *what, const std::function<void()> &work) {
  SCOPED_TRACE(what);
  EXPECT_FALSE(seen(work).repeats);
}

void wait_for_nobody() {
  while (never == 0)
    ;
}

struct Item {
  Item *next;
  int value;
};

} // namespace

TEST(Repeats, StatesThatComeAgain) {
  expect_endless("nothing at all", wait_for_nobody);
  expect_endless("a number that stands still", [] {
    volatile int left = 100;
    while (left > 0)
      left = left - never;
  });
  expect_endless("a list in a circle", [] {
    static Item items[300];
    for (int i = 0; i < 300; i++)
      items[i] = {&items[(i + 1) % 300], i};
    for (Item *each = items; each != nullptr; each = each->next)
      never = 0 * each->value;
  });
  expect_endless("a number that converges", [] {
    for (double value = 100; value != 2;) {
      value = value / 3 + 1;
      number = value;
    }
  });
  expect_endless("memory that is taken and given back", [] {
    while (always != 0) {
      char *block = static_cast<char *>(malloc(10));
      block[0] = 1;
      always = block[0];
      free(block);
    }
  });
}

TEST(Repeats, StatesThatAreNew) {
  expect_nothing("a counter", [] {
    for (;;)
      counted = counted + 1;
  });
  expect_nothing("a generator of numbers", [] {
    for (uint64_t state = 1;;) {
      state = state * 6364136223846793005u + 1;
      counted = state;
    }
  });
}

TEST(Repeats, WhatComesFromOutside) {
  expect_nothing("the time, without a system call", [] {
    const time_t end = time(nullptr) + 1000;
    while (time(nullptr) < end)
      ;
  });
  expect_nothing("the clock of the processor", [] {
    while (__builtin_ia32_rdtsc() != 0)
      ;
  });
  expect_nothing("a system call", [] {
    while (getppid() != 1)
      ;
  });
  expect_nothing("a handler of a signal", [] {
    signal(SIGALRM, [](int) { never = 1; });
    const itimerval soon = {{0, 0}, {1000, 0}};
    setitimer(ITIMER_REAL, &soon, nullptr);
    wait_for_nobody();
  });
  expect_nothing("another thread", [] {
    std::thread other([] {
      sleep(1000);
      never = 1;
    });
    wait_for_nobody();
  });
  expect_nothing("memory that others can write", [] {
    auto *shared = static_cast<volatile int *>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    while (*shared == 0)
      ;
  });
}

TEST(Repeats, WhoHasEndedOrWaits) {
  const Seen ended = seen([] { _exit(3); });
  EXPECT_FALSE(ended.repeats);
  EXPECT_TRUE(WIFEXITED(ended.status));
  EXPECT_EQ(WEXITSTATUS(ended.status), 3);
  expect_nothing("a process that sleeps", [] { sleep(1000); });
}

TEST(Repeats, GoesOnAsItWas) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    for (uint64_t i = 0; i < 400'000'000; i++)
      counted = counted + 3;
    _exit(counted == 1'200'000'000 ? 7 : 8);
  }
  usleep(20000);
  EXPECT_FALSE(braid_repeats(child, SIGUSR1, nullptr, 0));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}
