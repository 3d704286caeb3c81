#include "support.h"
#include "target/build/stage.h"
#include "target/error.h"
#include "target/plain_run.h"

#include <csignal>
#include <unistd.h>

namespace braid::target {

namespace {

namespace fs = std::filesystem;

// A program that is a script: what it is given is easy to show.
class Staging : public testing::Test {
protected:
  Stage stage(const Input &input, std::vector<std::string> arguments = {}) const {
    return stage_input({"/bin/sh", std::move(arguments), {}, folder_ / "real"}, input, folder_ / "stage");
  }
  static std::string output(const Stage &stage) {
    const Outcome outcome = run_plain(stage.program, stage.input);
    EXPECT_TRUE(outcome.exited_with(0)) << outcome.text() << outcome.errors;
    return outcome.output;
  }
  // The script must do what the run does.
  static std::string script_output(const Stage &stage) {
    const Outcome outcome = run_plain({"/bin/sh", {stage.script}, {}, "/"}, {});
    EXPECT_TRUE(outcome.exited_with(0)) << outcome.text() << outcome.errors;
    return outcome.output;
  }
  static void expect(const Stage &stage, const std::string &expected) {
    EXPECT_EQ(output(stage), expected);
    EXPECT_EQ(script_output(stage), expected);
  }

  void SetUp() override {
    folder_.write("real/one", "real one");
    folder_.write("real/two", "real two");
    folder_.write("real/deep/three", "real three");
    folder_.write("real/deep/four", "real four");
  }

  const TemporaryFolder folder_;
};

TEST_F(Staging, StandardInput) {
  expect(stage(Input::standard_input(std::string("a\0b\n", 4)), {"-c", "cat"}), std::string("a\0b\n", 4));
  expect(stage({}, {"-c", "cat; pwd"}), (folder_ / "real").string() + "\n");
}

TEST_F(Staging, ArgumentsAndVariables) {
  Input input;
  input.add(SourceKind::ARGUMENT, "", "a 'b'\n\"$c\"", 4).add(SourceKind::ARGUMENT, "", std::string("x\0y", 3), 6);
  input.add(SourceKind::ENVIRONMENT, "BRAID_STAGE_MODE", "f a's\nt");
  expect(stage(input, {"-c", "printf '[%s]' \"$@\" \"$BRAID_STAGE_MODE\"", "name", "replaced"}),
         "[a 'b'\n\"$c\"][][x][f a's\nt]");
}

TEST_F(Staging, InputFile) {
  Input input;
  input.add(SourceKind::FILE, "/elsewhere/input", "first").add(SourceKind::FILE, "one", "second");
  expect(stage(input, {"-c", "cat \"$1\" \"${2#--in=}\" one", "name", "@@", "--in=@@"}), "firstfirstsecond");
  EXPECT_EQ(read_text(folder_ / "real/one"), "real one");
  expect(stage(input, {"-c", "cat \"$1\" \"${2#--in=}\" && echo \"${2##*/}\"", "name", "@@", "--in=@@.tar.gz"}),
         "firstfirstinput.tar.gz\n");
  EXPECT_NE(message_of<Error>([&] { stage({}, {"@@"}); }).find("the test has none"), std::string::npos);
}

TEST_F(Staging, RelativeFilesTakeThePlacesOfRealOnes) {
  Input input;
  input.add(SourceKind::FILE, "one", "new one").add(SourceKind::FILE, "deep/three", "new three");
  input.add(SourceKind::FILE, "./fresh/five", "new five");
  expect(stage(input, {"-c", "for f in one two deep/three deep/four fresh/five; do cat $f; echo; done"}),
         "new one\nreal two\nnew three\nreal four\nnew five\n");
  EXPECT_EQ(output(stage(input, {"-c", "echo written > made; echo changed > one; cat one"})), "changed\n");
  EXPECT_EQ(read_text(folder_ / "real/one"), "real one");
  EXPECT_EQ(read_text(folder_ / "real/deep/three"), "real three");
  EXPECT_FALSE(fs::exists(folder_ / "real/made"));
  EXPECT_FALSE(fs::exists(folder_ / "real/fresh"));
}

TEST_F(Staging, FilesElsewhere) {
  const std::string path = folder_.write("outside/file", "real");
  Input input;
  input.add(SourceKind::FILE, path, "new");
  expect(stage(input, {"-c", "cat \"$1\"", "name", path}), "new");
  EXPECT_EQ(read_text(path), "real");
  const std::string message = message_of<Error>([&] { stage(input, {"-c", "cat " + path}); });
  EXPECT_NE(message.find(path + ": the test needs other bytes in this file"), std::string::npos) << message;
  folder_.write("outside/file", "new");
  expect(stage(input, {"-c", "cat " + path}), "new");
  Input above;
  above.add(SourceKind::FILE, "../outside/file", "above");
  expect(stage(above, {"-c", "cat \"$1\"", "name", "../outside/file"}), "above");
}

TEST_F(Staging, EachIsFresh) {
  Input input;
  input.add(SourceKind::FILE, "one", "new one");
  stage(input, {"-c", "true"});
  EXPECT_TRUE(fs::exists(folder_ / "stage/place/one"));
  stage({}, {"-c", "true"});
  EXPECT_FALSE(fs::exists(folder_ / "stage/place"));
  EXPECT_EQ(read_text(folder_ / "real/two"), "real two");
}

TEST_F(Staging, ValuesAreOnlyForProgramsThatTakeThem) {
  Input input;
  input.add(SourceKind::MARK, "x", "\1");
  expect(stage(input, {"-c", "echo ${BRAID_TEST-none}"}), "none\n");
  EXPECT_FALSE(fs::exists(folder_ / "stage/values"));
}

TEST_F(Staging, AnotherCommandInTheScript) {
  const Stage staged = stage(Input::standard_input("text"), {"-c", "cat"});
  const Outcome outcome = run_plain({"/bin/sh", {staged.script, "wc", "-c"}, {}, "/"}, {});
  EXPECT_EQ(outcome.output, "4\n");
}

} // namespace

} // namespace braid::target
