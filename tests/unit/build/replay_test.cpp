// The library that gives marks their values without an engine (src/runtime/replay), against the runtime: the same
// source, built both ways and given the same values, must print the same.
#include "support.h"
#include "target/build/elf.h"
#include "target/build/stage.h"
#include "target/executor.h"
#include "target/plain_run.h"

#include <fmt/format.h>
#include <random>

namespace braid::target {

namespace {

namespace fs = std::filesystem;

constexpr const char *FAMILIES = R"(
#include <braid.h>
#include <crest.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_nondet_memory(void *, size_t);
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);

static int early;
__attribute__((constructor)) static void begin(void) { BRAID_SYMBOLIC(early); }

static void show(const char *name, const void *memory, size_t bytes) {
  printf("%s", name);
  for (size_t i = 0; i < bytes; i++)
    printf(" %02x", ((const unsigned char *)memory)[i]);
  puts("");
}
#define SHOW(value) show(#value, &value, sizeof value)

int main(void) {
  SHOW(early);
  char block[5];
  memset(block, 'b', sizeof block);
  braid_symbolic(block + 1, 3, "middle");
  SHOW(block);
  short s;
  klee_make_symbolic(&s, sizeof s, "s");
  SHOW(s);
  int i = klee_int("i");
  SHOW(i);
  int one = klee_range(4, 5, "only one");
  SHOW(one);
  int v = __VERIFIER_nondet_int();
  SHOW(v);
  _Bool b = __VERIFIER_nondet_bool();
  SHOW(b);
  unsigned __int128 wide = __VERIFIER_nondet_uint128();
  SHOW(wide);
  double d = __VERIFIER_nondet_double();
  SHOW(d);
  char memory[3];
  __VERIFIER_nondet_memory(memory, sizeof memory);
  SHOW(memory);
  unsigned char u = nondet_uchar();
  SHOW(u);
  _Bool truth = nondet_bool();
  SHOW(truth);
  unsigned short c;
  CREST_unsigned_short(c);
  SHOW(c);
  fflush(stdout);
  if (fork() == 0) { // not recorded, and so not given values
    int child;
    BRAID_SYMBOLIC(child);
    SHOW(child);
    fflush(stdout);
    _exit(0);
  }
  wait(NULL);
  int last;
  BRAID_SYMBOLIC(last);
  SHOW(last);
  puts(getenv("BRAID_TEST") ? "variable" : "no variable");
  braid_assert(last != 0x7e7e7e7e);
  klee_assume(last != 0x41414141);
}
)";

// Sizes of the marks in the order in which the program makes them.
constexpr size_t SIZES[] = {4, 3, 2, 4, 4, 1, 16, 8, 3, 1, 1, 2, 4};

class ReplayLibrary : public testing::Test {
protected:
  fs::path build_source(const std::string &text, bool plain) const {
    const fs::path source = folder_.write("program.c", text);
    return build({.files = {source},
                  .compiler_options = {},
                  .compile_commands = {},
                  .folder = folder_.path(),
                  .plain = plain})
        .program;
  }

  Outcome replay(const fs::path &program, const Input &input) const {
    const Stage stage = stage_input({program, {}, {}, {}}, input, folder_ / "stage");
    return run_plain(stage.program, stage.input);
  }

  const TemporaryFolder folder_;
};

TEST_F(ReplayLibrary, GivesWhatTheRuntimeGives) {
  const fs::path plain = build_source(FAMILIES, true), program = build_source(FAMILIES, false);
  EXPECT_TRUE(takes_values(plain));
  ExecutorOptions options;
  options.mode = Mode::FORK;
  Executor executor({program, {}, {}, {}}, options);
  const char *given = std::getenv("BRAID_TEST_SEED");
  const unsigned seed = given ? unsigned(std::strtoul(given, nullptr, 10)) : std::random_device()();
  SCOPED_TRACE("BRAID_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 30; round++) {
    Input input;
    // Now and then too few, too short or too long: what is missing is made up.
    const size_t count = round % 3 == 0 ? random() % std::size(SIZES) : std::size(SIZES);
    for (size_t i = 0; i < count; i++) {
      std::string bytes(round % 5 == 1 ? random() % 20 : SIZES[i], '\0');
      for (char &byte : bytes)
        byte = char(random() % 4 ? random() : 0);
      input.add(SourceKind::MARK, fmt::format("mark {}\n", i), bytes);
    }
    const Outcome recorded = executor.run(input), plainly = replay(plain, input);
    ASSERT_EQ(plainly.output, recorded.output) << round;
    ASSERT_EQ(plainly.text(), recorded.text()) << round;
  }
}

TEST_F(ReplayLibrary, ZerosWithoutValues) {
  const Outcome outcome = run_plain({build_source(FAMILIES, true), {}, {}, {}}, {});
  EXPECT_TRUE(outcome.exited_with(0)) << outcome.text();
  EXPECT_EQ(outcome.output, run_plain({build_source(FAMILIES, false), {}, {}, {}}, {}).output);
  EXPECT_NE(outcome.output.find("last 00 00 00 00\n"), std::string::npos);
}

TEST_F(ReplayLibrary, AssertionsAndAssumptions) {
  const fs::path plain = build_source("#include <braid.h>\nint main(void) { int x; BRAID_SYMBOLIC(x);\n"
                                      "braid_assume(x != 1); braid_assert(x != 2); return 3; }\n",
                                      true);
  const auto with = [&](const std::string &bytes) {
    return replay(plain, Input().add(SourceKind::MARK, "x", bytes));
  };
  const Outcome assumed = with(std::string("\1\0\0\0", 4));
  EXPECT_TRUE(assumed.exited_with(1));
  EXPECT_EQ(assumed.errors, "braid_assume: the assumption does not hold for this input\n");
  const Outcome asserted = with("\2");
  EXPECT_TRUE(asserted.killed_by(SIGABRT)) << asserted.text();
  EXPECT_NE(asserted.errors.find("assertion failed: x != 2"), std::string::npos);
  EXPECT_TRUE(with("\3").exited_with(3));
}

TEST_F(ReplayLibrary, DataForAHarness) {
  constexpr const char *HARNESS = "#include <stdint.h>\n#include <stdio.h>\n"
                                  "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {\n"
                                  "  fwrite(data, 1, n, stdout); printf(\"/%zu\\n\", n); return 0; }\n";
  const fs::path plain = build_source(HARNESS, true);
  EXPECT_EQ(replay(plain, Input().add(SourceKind::DATA, "data", "ab")).output, "ab/2\n");
  EXPECT_EQ(replay(plain, Input().add(SourceKind::DATA, "data", "")).output, "/0\n");
  EXPECT_EQ(replay(plain, Input::standard_input("abc")).output, "abc/3\n");
}

TEST_F(ReplayLibrary, AProgramKeepsItsOwnFunctions) {
  const fs::path plain = build_source("#include <stdio.h>\nint __VERIFIER_nondet_int(void) { return 5; }\n"
                                      "unsigned __VERIFIER_nondet_uint(void);\n"
                                      "int main(void) { int a = __VERIFIER_nondet_int(); "
                                      "printf(\"%d %u\\n\", a, __VERIFIER_nondet_uint()); }\n",
                                      true);
  EXPECT_EQ(replay(plain, Input().add(SourceKind::MARK, "", "\7")).output, "5 7\n");
}

TEST_F(ReplayLibrary, OtherFilesAreRefused) {
  const fs::path plain = build_source("int __VERIFIER_nondet_int(void);\n"
                                      "int main(void) { return __VERIFIER_nondet_int(); }\n",
                                      true);
  const fs::path empty = folder_.write("empty", ""), other = folder_.write("other", "mark 01\n");
  for (const fs::path &file : {empty, other, folder_ / "missing", folder_.path()}) {
    const Program program{plain, {}, std::vector<std::string>{"BRAID_TEST=" + file.string()}, {}};
    const Outcome outcome = run_plain(program, {});
    EXPECT_TRUE(outcome.exited_with(1)) << outcome.text();
    EXPECT_TRUE(outcome.errors.starts_with("BRAID_TEST=" + file.string() + ": ")) << outcome.errors;
  }
}

} // namespace

} // namespace braid::target
