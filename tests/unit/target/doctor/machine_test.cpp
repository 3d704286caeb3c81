#include "target/doctor/machine.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace braid::doctor {
namespace {

const Machine WELL{.system = "Linux",
                   .architecture = "x86_64",
                   .release = "6.1",
                   .available_memory = 8ull << 30,
                   .address_space_limit = 0,
                   .proc = true};

Verdict worst(const Checks &checks) {
  Verdict verdict = Verdict::OK;
  for (const Check &check : checks)
    verdict = std::max(verdict, check.verdict);
  return verdict;
}

TEST(Machine, Well) { EXPECT_EQ(worst(check_machine(WELL)), Verdict::OK); }

TEST(Machine, EveryComplaintSaysWhatToDo) {
  Machine ill{.system = "Linux",
              .architecture = "aarch64",
              .release = "6.1",
              .available_memory = 100 << 20,
              .address_space_limit = 1ull << 32,
              .proc = false};
  Checks checks = check_machine(ill);
  EXPECT_EQ(
      std::count_if(checks.begin(), checks.end(), [](const Check &c) { return c.verdict == Verdict::FAILURE; }),
      3);
  for (const Check &check : checks)
    EXPECT_EQ(check.verdict == Verdict::OK, check.advice.empty()) << check.subject;
}

TEST(Machine, LittleMemoryIsOnlyAWarning) {
  Machine machine = WELL;
  machine.available_memory = 500 << 20;
  EXPECT_EQ(worst(check_machine(machine)), Verdict::WARNING);
}

TEST(Machine, WideLimitIsEnough) {
  Machine machine = WELL;
  machine.address_space_limit = 1ull << 46;
  EXPECT_EQ(worst(check_machine(machine)), Verdict::OK);
}

TEST(Machine, ThisOneIsDescribed) {
  Machine machine = this_machine();
  EXPECT_EQ(machine.system, "Linux");
  EXPECT_FALSE(machine.architecture.empty());
}

} // namespace
} // namespace braid::doctor
