#include "target/core_keeper.h"

#include <gtest/gtest.h>
#include <thread>

namespace braid::target {
namespace {

cpu_set_t cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  sched_getaffinity(0, sizeof cores, &cores);
  return cores;
}

unsigned looks_until_kept(CoreKeeper &keeper) {
  for (unsigned i = 0; i < 100; i++) {
    keeper.look();
    if (const cpu_set_t now = cores(); CPU_COUNT(&now) == 1)
      return i;
  }
  return 100;
}

class CoreKeeperTest : public testing::Test {
protected:
  void SetUp() override {
    if (CPU_COUNT(&all_) < 2)
      GTEST_SKIP() << "nothing to see on one core";
  }
  cpu_set_t all_ = cores();
};

TEST_F(CoreKeeperTest, StaysAfterAFewRuns) {
  CoreKeeper keeper;
  EXPECT_LT(looks_until_kept(keeper), 100u);
  EXPECT_TRUE(CPU_ISSET(*keeper.look(), &all_));
}

TEST_F(CoreKeeperTest, AllCoresAreBackAtTheEnd) {
  {
    CoreKeeper keeper;
    looks_until_kept(keeper);
  }
  const cpu_set_t after = cores();
  EXPECT_TRUE(CPU_EQUAL(&all_, &after));
}

TEST_F(CoreKeeperTest, IsSetFreeNowAndThen) {
  CoreKeeper keeper;
  looks_until_kept(keeper);
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  keeper.look();
  const cpu_set_t free = cores();
  EXPECT_TRUE(CPU_EQUAL(&all_, &free));
  EXPECT_LT(looks_until_kept(keeper), 100u);
}

TEST_F(CoreKeeperTest, GoesOverToAnotherThread) {
  CoreKeeper keeper;
  std::thread([&] { looks_until_kept(keeper); }).join();
  looks_until_kept(keeper);
  keeper.release();
  const cpu_set_t after = cores();
  EXPECT_TRUE(CPU_EQUAL(&all_, &after));
}

} // namespace
} // namespace braid::target
