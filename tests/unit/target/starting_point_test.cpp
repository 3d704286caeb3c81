// Input that is read before main: the program behaves as if it were alone, in every run, and programs that do not
// do this keep their server at main.
#include "support.h"
#include "target/plain_run.h"
#include "target/read_watch.h"

#include <fcntl.h>
#include <unistd.h>

namespace braid::target {
namespace {

Input with_argument(const std::string &argument, uint16_t index = 1) {
  return Input::standard_input("text").add(SourceKind::ARGUMENT, "", argument, index);
}

Input with_variable(const std::string &value) {
  return Input::standard_input("text").add(SourceKind::ENVIRONMENT, "EARLY", value);
}

// Each input three times in each mode, by one executor, as by the program alone. Returns how often it was started.
uint64_t expect_plain(const std::string &name, const std::vector<Input> &inputs, bool restarts, Mode mode) {
  Program program = test_program(name);
  Executor executor(program, in_mode(mode));
  for (const Input &input : inputs)
    for (int run = 0; run < 3; run++) {
      Outcome outcome = executor.run(input);
      EXPECT_EQ(Visible(outcome), Visible(run_plain(program, input)));
      EXPECT_EQ(outcome.warning, "");
      if (run > 0) {
        EXPECT_EQ(outcome.restarted, mode == Mode::RESTART && restarts) << outcome.obstacle;
      }
    }
  return executor.figures().starts;
}

class InputBeforeMain : public testing::TestWithParam<Mode> {};

TEST_P(InputBeforeMain, StandardInput) {
  const std::vector<Input> inputs = {Input::standard_input("abc"), Input::standard_input("xyz"),
                                     Input::standard_input("")};
  EXPECT_EQ(expect_plain("early_input", inputs, true, GetParam()), 2u);
  EXPECT_EQ(expect_plain("early_input_static", inputs, true, GetParam()), 2u);
}

TEST_P(InputBeforeMain, MayEndTheProgram) {
  EXPECT_EQ(expect_plain("early_input", {Input::standard_input("E")}, true, GetParam()), 2u);
}

TEST_P(InputBeforeMain, Arguments) {
  EXPECT_EQ(
      expect_plain("early_argument", {with_argument("one"), with_argument("a longer one")}, true, GetParam()), 2u);
  // Their number is not something that the runtime can change.
  EXPECT_EQ(expect_plain("early_argument", {with_argument("one"), with_argument("two", 2)}, true, GetParam()), 3u);
}

TEST_P(InputBeforeMain, Variables) {
  EXPECT_EQ(
      expect_plain("early_variable", {with_variable("one"), with_variable("a longer one")}, true, GetParam()), 2u);
  EXPECT_EQ(
      expect_plain("early_variable", {with_variable("one"), Input::standard_input("text")}, true, GetParam()), 3u);
}

// What constructors have looked at becomes input only later.
TEST_P(InputBeforeMain, IsRemembered) {
  EXPECT_EQ(expect_plain("early_variable", {Input::standard_input("text")}, true, GetParam()), 1u);
  EXPECT_EQ(
      expect_plain("early_variable", {Input::standard_input("text"), with_variable("one")}, true, GetParam()), 2u);
  EXPECT_EQ(
      expect_plain("early_argument", {Input::standard_input("text"), with_argument("one")}, true, GetParam()), 2u);
}

TEST_P(InputBeforeMain, IsNotLookedForInOtherPrograms) {
  EXPECT_EQ(expect_plain("early", {Input::standard_input("x"), Input::standard_input("y")}, true, GetParam()), 1u);
  EXPECT_EQ(expect_plain("behaviours", {behave("echo"), behave("many_arguments")}, true, GetParam()), 1u);
}

INSTANTIATE_TEST_SUITE_P(Modes, InputBeforeMain, testing::Values(Mode::FORK, Mode::RESTART),
                         [](const auto &mode) { return mode.param == Mode::FORK ? "Fork" : "Restart"; });

TEST(InputBeforeTheRuntime, IsRightAndSaid) {
  Program program = test_program("uses_reading_library");
  Executor executor(program);
  for (const char *text : {"ab", "xy", "xy", ""}) {
    Outcome outcome = executor.run(Input::standard_input(text));
    EXPECT_EQ(Visible(outcome), Visible(run_plain(program, Input::standard_input(text))));
    EXPECT_NE(outcome.warning.find("library"), std::string::npos);
  }
}

TEST(ReadWatch, NoticesReadingAndNothingElse) {
  MemoryFile file("watched");
  file.replace(std::vector<uint8_t>{'a', 'b'});
  Descriptor reader = file.open(O_RDONLY);
  char byte;
  ReadWatch watch;
  EXPECT_FALSE(watch.end());
  watch.add(file.number());
  lseek(reader.number(), 0, SEEK_END);
  EXPECT_FALSE(watch.end());
  watch.add(file.number());
  EXPECT_EQ(read(reader.number(), &byte, 1), 0);
  EXPECT_TRUE(watch.end());
  watch.add(file.number());
  EXPECT_EQ(pread(reader.number(), &byte, 1, 0), 1);
  EXPECT_TRUE(watch.end());
  EXPECT_FALSE(watch.end());
}

} // namespace
} // namespace braid::target
