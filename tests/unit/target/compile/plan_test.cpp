#include "target/compile/plan.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace braid::compile {
namespace {

using Arguments = std::vector<std::string>;

const Toolchain TOOLS{.clang = "clang",
                      .clangxx = "clang++",
                      .pass = "L/pass.so",
                      .unit = "L/unit.o",
                      .runtime = "L/rt.o",
                      .runtime_parts = "L/rt.a",
                      .shared_runtime = "L/rt.so",
                      .models = "L/models.a",
                      .shared_models = "L/models.so",
                      .cxx_models = "",
                      .fuzzer_main = "L/main.a",
                      .allocation = "L/alloc.a",
                      .exports = "L/exports",
                      .include = "I",
                      .libstdcxx = "I/libstdcxx"};

const Arguments PREPROCESS = {"-isystem", "I/libstdcxx", "-idirafter", "I", "-D__NO_CTYPE"};
const Arguments COMPILE = {"-fpass-plugin=L/pass.so", "-gline-tables-only", "-Xclang", "-disable-O0-optnone"};
const Arguments EXECUTABLE = {"L/unit.o",
                              "L/rt.o",
                              "-Wl,--undefined=malloc",
                              "-Wl,--dynamic-list=L/exports",
                              "-Wl,--push-state,--no-whole-archive",
                              "-Wl,--start-group",
                              "L/models.a",
                              "L/main.a",
                              "L/alloc.a",
                              "-Wl,--end-group",
                              "-Wl,--as-needed",
                              "-lm",
                              "-Wl,--pop-state"};

Arguments joined(std::initializer_list<Arguments> lists) {
  Arguments result;
  for (const Arguments &list : lists)
    result.insert(result.end(), list.begin(), list.end());
  return result;
}

Arguments planned(const Arguments &arguments) { return make_plan(arguments, TOOLS, false).arguments; }
std::string refused(const Arguments &arguments) { return make_plan(arguments, TOOLS, false).refusal; }

bool contains(const Arguments &arguments, const std::string &argument) {
  return std::find(arguments.begin(), arguments.end(), argument) != arguments.end();
}

TEST(Plan, ChoosesTheCompiler) {
  EXPECT_EQ(make_plan({"-c", "a.c"}, TOOLS, false).program, "clang");
  EXPECT_EQ(make_plan({"-c", "a.c"}, TOOLS, true).program, "clang++");
}

TEST(Plan, QuestionsAreHandedOver) {
  for (const Arguments &arguments :
       {Arguments{}, Arguments{"--version"}, Arguments{"-v"}, Arguments{"-m32", "-print-libgcc-file-name"},
        Arguments{"-flto", "-dumpmachine"}, Arguments{"-cc1", "-emit-obj", "a.c"}}) {
    Plan plan = make_plan(arguments, TOOLS, false);
    EXPECT_EQ(plan.arguments, arguments);
    EXPECT_EQ(plan.refusal, "");
    EXPECT_TRUE(plan.needs.empty());
  }
}

TEST(Plan, Compile) {
  EXPECT_EQ(planned({"-O2", "-c", "a.c"}), joined({PREPROCESS, COMPILE, {"-O2", "-c", "a.c"}}));
  EXPECT_EQ(make_plan({"-c", "a.c"}, TOOLS, false).needs, Arguments{"L/pass.so"});
}

TEST(Plan, Preprocess) { EXPECT_EQ(planned({"-E", "a.c"}), joined({PREPROCESS, {"-E", "a.c"}})); }

TEST(Plan, CompilePreprocessed) { EXPECT_EQ(planned({"-c", "a.ii"}), joined({COMPILE, {"-c", "a.ii"}})); }

TEST(Plan, Assemble) {
  EXPECT_EQ(planned({"-c", "a.s"}), (Arguments{"-c", "a.s"}));
  EXPECT_EQ(planned({"-c", "a.S"}), joined({PREPROCESS, {"-c", "a.S"}}));
}

TEST(Plan, LinkExecutable) { EXPECT_EQ(planned({"a.o", "-lm"}), joined({{"a.o", "-lm"}, EXECUTABLE})); }

TEST(Plan, CompileAndLink) {
  EXPECT_EQ(planned({"a.c", "-o", "a"}), joined({PREPROCESS, COMPILE, {"a.c", "-o", "a"}, EXECUTABLE}));
}

TEST(Plan, LanguageDoesNotReachOurObjects) {
  EXPECT_EQ(planned({"-x", "c", "-"}), joined({PREPROCESS, COMPILE, {"-x", "c", "-", "-xnone"}, EXECUTABLE}));
}

TEST(Plan, LinkStatic) {
  Arguments arguments = planned({"-static", "a.o"});
  EXPECT_TRUE(contains(arguments, "L/rt.o"));
  EXPECT_FALSE(contains(arguments, "-Wl,--dynamic-list=L/exports"));
}

TEST(Plan, LinkShared) {
  EXPECT_EQ(planned({"-shared", "a.o"}), (Arguments{"-shared", "a.o", "L/unit.o", "L/models.so", "L/rt.so"}));
}

TEST(Plan, LinkRelocatable) { EXPECT_EQ(planned({"-r", "a.o"}), (Arguments{"-r", "a.o"})); }

TEST(Plan, CxxModelsIfThereAre) {
  Toolchain tools = TOOLS;
  tools.cxx_models = "L/cxx.a";
  EXPECT_TRUE(contains(make_plan({"a.o"}, tools, true).arguments, "L/cxx.a"));
  EXPECT_TRUE(contains(make_plan({"-shared", "a.o"}, tools, true).arguments, "L/cxx.a"));
}

TEST(Plan, UnitIsLinkedOnce) {
  Arguments arguments = planned({"-shared", "-nostdlib", "a.o", "L/unit.o", "-lc"});
  EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "L/unit.o"), 1);
}

TEST(Plan, StaysBeforeTheClosingObjects) {
  EXPECT_EQ(planned({"-shared", "-nostdlib", "crti.o", "a.o", "-lc", "crtendS.o", "crtn.o"}),
            (Arguments{"-shared", "-nostdlib", "crti.o", "a.o", "-lc", "L/unit.o", "L/models.so", "L/rt.so",
                       "crtendS.o", "crtn.o"}));
}

TEST(Plan, Freestanding) {
  EXPECT_EQ(planned({"-ffreestanding", "-c", "a.c"}), joined({PREPROCESS, {"-ffreestanding", "-c", "a.c"}}));
  Arguments arguments = planned({"-nostdlib", "a.o"});
  EXPECT_FALSE(contains(arguments, "L/unit.o"));
  EXPECT_FALSE(contains(arguments, "L/rt.o"));
  EXPECT_TRUE(contains(arguments, "L/rt.a"));
  EXPECT_TRUE(contains(planned({"-nostdlib", "a.o", "-lc"}), "L/unit.o"));
}

TEST(Plan, EndOfOptions) {
  EXPECT_EQ(planned({"-c", "--", "-a.c"}), joined({PREPROCESS, COMPILE, {"-c", "./-a.c"}}));
}

// Which of them Clang itself takes for -ffp-contract=fast was asked of it (clang -###).
TEST(Plan, FusionIsLeftToThePass) {
  for (const Arguments &options :
       {Arguments{"-ffp-contract=fast"}, Arguments{"-ffast-math"}, Arguments{"-Ofast"},
        Arguments{"-ffp-contract=on", "-ffast-math"}, Arguments{"-ffp-contract=fast", "-fno-fast-math"},
        Arguments{"-funsafe-math-optimizations"}, Arguments{"-ffp-model=strict", "-ffast-math"}})
    EXPECT_TRUE(contains(planned(joined({options, {"-c", "a.c"}})), "-ffp-contract=fast-honor-pragmas"))
        << options[0];
  for (const Arguments &options :
       {Arguments{"-O2"}, Arguments{"-ffp-contract=on"}, Arguments{"-ffast-math", "-ffp-contract=off"},
        Arguments{"-Ofast", "-O2"}, Arguments{"-Ofast", "-fno-fast-math"},
        Arguments{"-ffast-math", "-fno-fast-math"}, Arguments{"-ffast-math", "-ffp-model=precise"},
        Arguments{"-ffast-math", "-fno-unsafe-math-optimizations"}})
    EXPECT_FALSE(contains(planned(joined({options, {"-c", "a.c"}})), "-ffp-contract=fast-honor-pragmas"))
        << options[0];
}

TEST(Plan, RefusesLinkTimeOptimisation) {
  for (const Arguments &arguments :
       {Arguments{"-flto", "-c", "a.c"}, Arguments{"-flto=thin", "a.o"}, Arguments{"-flto=auto", "a.c"}}) {
    std::string message = refused(arguments);
    EXPECT_NE(message.find("-fno-lto"), std::string::npos) << message;
  }
  EXPECT_EQ(refused({"-flto", "-fno-lto", "a.c"}), "");
  EXPECT_EQ(refused({"-flto", "-E", "a.c"}), "");
}

TEST(Plan, RefusesOtherMachines) {
  EXPECT_NE(refused({"-m32", "a.c"}).find("x86-64"), std::string::npos);
  EXPECT_NE(refused({"-target", "bpf", "-c", "a.c"}).find("bpf"), std::string::npos);
  EXPECT_EQ(refused({"-m64", "a.c"}), "");
}

TEST(Plan, RefusesSanitizersThatCannotWork) {
  for (const char *name :
       {"address", "memory", "thread", "hwaddress", "leak", "dataflow", "safe-stack", "cfi", "kcfi"})
    EXPECT_NE(refused({std::string("-fsanitize=undefined,") + name, "a.c"}).find(name), std::string::npos) << name;
  for (const char *name :
       {"undefined", "integer", "bounds", "signed-integer-overflow", "fuzzer", "fuzzer-no-link"})
    EXPECT_EQ(refused({std::string("-fsanitize=") + name, "a.c"}), "") << name;
}

TEST(Plan, TakesPartsOutOfSanitizers) {
  EXPECT_TRUE(contains(planned({"-fsanitize=fuzzer", "-c", "a.c"}), "-fno-sanitize=fuzzer,fuzzer-no-link"));
  EXPECT_TRUE(contains(planned({"-fsanitize=undefined", "-c", "a.c"}), "-fno-sanitize=function"));
  EXPECT_FALSE(contains(planned({"-fsanitize=bounds", "-c", "a.c"}), "-fno-sanitize=function"));
}

TEST(Plan, RefusesWhatMovesTheMark) {
  EXPECT_NE(refused({"-fpatchable-function-entry=4,2", "-c", "a.c"}), "");
  EXPECT_EQ(refused({"-fpatchable-function-entry=4", "-c", "a.c"}), "");
  EXPECT_EQ(refused({"-fpatchable-function-entry=4,0", "-c", "a.c"}), "");
}

} // namespace
} // namespace braid::compile
