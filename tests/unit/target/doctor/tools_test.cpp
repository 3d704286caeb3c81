#include "target/doctor/process.h"
#include "target/doctor/tools.h"

#include <gtest/gtest.h>

namespace braid::doctor {
namespace {

TEST(Tools, ReadsTheVersionOfClang) {
  EXPECT_EQ(clang_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64\n"), "19.1.7");
  EXPECT_EQ(clang_version("clang version 19.1.7"), "19.1.7");
  EXPECT_EQ(clang_version("gcc (Debian 12.2.0-14) 12.2.0"), "");
}

TEST(Tools, MissingPartsAreNamedWithAdvice) {
  compile::Toolchain nowhere = compile::Toolchain::at("/nowhere");
  Checks checks = check_compiler(nowhere);
  EXPECT_EQ(checks.back().verdict, Verdict::FAILURE);
  EXPECT_NE(checks.back().detail.find("/nowhere/lib/braid-rt.o"), std::string::npos);
  EXPECT_FALSE(checks.back().advice.empty());
}

TEST(Tools, MissingClang) {
  Checks checks = check_compiler(compile::Toolchain{});
  EXPECT_EQ(checks.front().verdict, Verdict::FAILURE);
  EXPECT_NE(checks.front().advice.find("apt-get install"), std::string::npos);
}

TEST(Process, KeepsOutputAndStatus) {
  Outcome outcome = run_command({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_TRUE(outcome.started);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.output, "out\nerr\n");
}

TEST(Process, SignalsAndMissingPrograms) {
  EXPECT_EQ(run_command({"/bin/sh", "-c", "kill -SEGV $$"}).status, 128 + 11);
  EXPECT_FALSE(run_command({"/no/such/program"}).success());
  EXPECT_FALSE(run_command({}).success());
}

} // namespace
} // namespace braid::doctor
