// Leaving functions, signals, threads and ends.
#include "support.h"

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <pthread.h>

extern "C" {
void __braid_model_longjmp(void *, int);
void __braid_model__exit(int);
void __braid_model_quick_exit(int);
int __braid_model_at_quick_exit(void (*)());
int __braid_model_sigaction(int, const struct sigaction *, struct sigaction *);
void (*__braid_model_signal(int, void (*)(int)))(int);
int __braid_model_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void braid_label_input(void *, int, uint64_t, size_t);
}

namespace inputs {
namespace {

class ControlTest : public testing::Test {
protected:
  void SetUp() override {
    world_begin();
    source_ = world_give(BRAID_SOURCE_MARK, BRAID_SOURCE_SYMBOLIC, "m", "\5\0\0\0", 4);
    world_start(nullptr, nullptr);
  }
  void TearDown() override { world_end(); }
  braid_label some_label() {
    memcpy(&value_, "\5\0\0\0", 4);
    braid_label_input(&value_, source_, 0, 4);
    return world_label(&value_, 4);
  }
  int source_ = 0;
  int value_ = 0;
};

TEST_F(ControlTest, ValuesJumpWithTheirLabels) {
  jmp_buf environment;
  braid_label label = some_label();
  int result = setjmp(environment);
  if (result == 0) {
    world_pass(reinterpret_cast<void *>(__braid_model_longjmp), 1, label);
    __braid_model_longjmp(environment, 5);
  }
  EXPECT_EQ(result, 5);
  EXPECT_EQ(world_result(WORLD_SETJMP), label);
  EXPECT_EQ(world_events(BRAID_EVENT_LOST), 0u);
}

TEST_F(ControlTest, ZeroJumpsAsOne) {
  jmp_buf environment;
  int result = setjmp(environment);
  if (result == 0)
    __braid_model_longjmp(environment, 0);
  EXPECT_EQ(result, 1);
  EXPECT_EQ(world_result(WORLD_SETJMP), 0u);
}

TEST_F(ControlTest, EndsAtOnce) {
  EXPECT_EXIT(__braid_model__exit(3), testing::ExitedWithCode(3), "^$");
  EXPECT_EXIT(
      {
        __braid_model_at_quick_exit([] { fputs("first ", stderr); });
        __braid_model_at_quick_exit([] { fputs("second ", stderr); });
        __braid_model_quick_exit(4);
      },
      testing::ExitedWithCode(4), "second first");
  EXPECT_EXIT(__braid_model_quick_exit(5), testing::ExitedWithCode(5), "^$");
}

volatile int simple_calls, full_calls, tags_seen;
void simple(int) {
  simple_calls = simple_calls + 1;
  tags_seen = tags_seen + world_in_flight();
}
void full(int, siginfo_t *information, void *) {
  full_calls = full_calls + (information != nullptr);
  tags_seen = tags_seen + world_in_flight();
}

TEST_F(ControlTest, HandlersAreTheProgramsOwn) {
  struct sigaction action = {}, old = {}, original = {};
  sigaction(SIGUSR1, nullptr, &original);
  simple_calls = 0;
  full_calls = 0;
  tags_seen = 0;
  EXPECT_EQ(__braid_model_signal(SIGUSR1, simple), SIG_DFL);
  action.sa_sigaction = full;
  action.sa_flags = SA_SIGINFO;
  EXPECT_EQ(__braid_model_sigaction(SIGUSR1, &action, &old), 0);
  EXPECT_EQ(old.sa_handler, simple);
  /* Labels on their way to a function survive the handler, and the handler does not see them. */
  auto *function = reinterpret_cast<void *>(simple); /* any will do */
  world_pass(function, 3, 77);
  raise(SIGUSR1);
  EXPECT_EQ(full_calls, 1);
  EXPECT_EQ(tags_seen, 0);
  EXPECT_EQ(world_passed(function, 3), 77u);
  EXPECT_EQ(__braid_model_sigaction(SIGUSR1, nullptr, &old), 0);
  EXPECT_EQ(old.sa_sigaction, full);
  EXPECT_TRUE(old.sa_flags & SA_SIGINFO);
  EXPECT_EQ(reinterpret_cast<void *>(__braid_model_signal(SIGUSR1, simple)), reinterpret_cast<void *>(full));
  raise(SIGUSR1);
  EXPECT_EQ(simple_calls, 1);
  EXPECT_EQ(__braid_model_signal(SIGUSR1, SIG_IGN), simple);
  raise(SIGUSR1);
  EXPECT_EQ(__braid_model_signal(SIGUSR1, SIG_DFL), SIG_IGN);
  EXPECT_EQ(__braid_model_signal(-1, simple), SIG_ERR);
  EXPECT_EQ(__braid_model_signal(SIGKILL, simple), SIG_ERR);
  sigaction(SIGUSR1, &original, nullptr);
}

TEST_F(ControlTest, ThreadsAreNoticed) {
  pthread_t thread;
  int done = 0;
  ASSERT_EQ(__braid_model_pthread_create(
                &thread, nullptr,
                [](void *flag) -> void * {
                  *static_cast<int *>(flag) = 1;
                  return nullptr;
                },
                &done),
            0);
  pthread_join(thread, nullptr);
  EXPECT_EQ(done, 1);
  EXPECT_EQ(world_events(BRAID_EVENT_THREAD), 1u);
}

} // namespace
} // namespace inputs
