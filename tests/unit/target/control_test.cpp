// The runtime's end of the conversation when the engine's end is wrong: the program runs as if it were alone.
#include "support.h"
#include "target/plain_run.h"

namespace braid::target {
namespace {

class Malformed : public testing::TestWithParam<const char *> {};

TEST_P(Malformed, IsRefusedWithOneLine) {
  Program program = test_program("behaviours");
  program.environment = std::vector<std::string>{std::string("BRAID_CONTROL=") + GetParam(), "GIVEN=yes"};
  Outcome outcome = run_plain(program, behave("many_arguments"));
  EXPECT_EQ(outcome.output, "yes\n");
  EXPECT_TRUE(outcome.exited_with(1)) << outcome.text();
  EXPECT_TRUE(outcome.errors.starts_with("braid: BRAID_CONTROL cannot be used: ")) << outcome.errors;
  EXPECT_EQ(outcome.errors.find('\n'), outcome.errors.size() - 1);
}

INSTANTIATE_TEST_SUITE_P(
    Values, Malformed,
    testing::Values("", "nonsense", "trace=3", "trace=3,command=4", "trace=,command=4,status=5,early=0",
                    "trace=3,command=4,status=5",
                    "trace=3,command=4,status=5,early=", "trace=3,command=4,status=5,early=0,",
                    "trace=-1,command=4,status=5,early=0", "trace=99999999999999999999,command=4,status=5,early=0",
                    "trace=3,command=4,status=5,early=0", "trace=0,command=1,status=2,early=1"));

TEST(Control, IsHiddenFromTheProgram) {
  Program program = test_program("behaviours");
  Executor executor(program);
  EXPECT_EQ(executor.run(behave("hidden_variables")).output, "(null) (null)\n");
  // Unless the user has set it.
  program.environment = std::vector<std::string>{"LD_BIND_NOW=1"};
  Executor other(program);
  EXPECT_EQ(other.run(behave("hidden_variables")).output, "(null) 1\n");
}

} // namespace
} // namespace braid::target
