#include "support.h"
#include "target/build/build.h"
#include "target/build/elf.h"
#include "target/error.h"
#include "target/executor.h"
#include "target/plain_run.h"

#include <fmt/format.h>
#include <map>
#include <sys/stat.h>

namespace braid::target {

namespace {

namespace fs = std::filesystem;

class Build : public testing::Test {
protected:
  Built build_files(const std::vector<std::string> &names, std::vector<std::string> options = {},
                    bool plain = false) const {
    BuildRequest request;
    for (const std::string &name : names)
      request.files.push_back(folder_ / name);
    request.compiler_options = std::move(options);
    request.folder = folder_ / "out";
    request.plain = plain;
    if (!database_.empty())
      request.compile_commands = database_;
    return build(request);
  }

  static std::string output(const Built &built) {
    const Outcome outcome = run_plain({built.program, {}, {}, {}}, {});
    EXPECT_TRUE(outcome.exited_with(0)) << outcome.text() << outcome.errors;
    return outcome.output;
  }

  // When each product was made: a compiler that was started makes them anew.
  std::map<fs::path, fs::file_time_type> products() const {
    std::map<fs::path, fs::file_time_type> times;
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.is_regular_file())
        times[entry.path().lexically_relative(folder_ / "out")] = entry.last_write_time();
    return times;
  }

  // Names of the objects that were made between two looks.
  static std::vector<std::string> compiled(const std::map<fs::path, fs::file_time_type> &before,
                                           const std::map<fs::path, fs::file_time_type> &after) {
    std::vector<std::string> names;
    for (const auto &[path, time] : after)
      if (path.extension() == ".o" && (!before.contains(path) || before.at(path) != time))
        names.push_back(path.filename().string().substr(0, path.filename().string().rfind('-')));
    return names;
  }

  std::string error(const std::vector<std::string> &names, const std::vector<std::string> &options = {},
                    bool plain = false) const {
    return message_of<Error>([&] { build_files(names, options, plain); });
  }

  const TemporaryFolder folder_;
  fs::path database_;
};

testing::AssertionResult contains(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << part << "\" is not in: " << text;
}

TEST_F(Build, OneFile) {
  folder_.write("a.c", "#include <stdio.h>\nint main(void) { puts(getchar() == 'x' ? \"yes\" : \"no\"); }\n");
  const Built built = build_files({"a.c"});
  EXPECT_TRUE(built.was_built);
  EXPECT_EQ(built.program, folder_ / "out/program");
  EXPECT_TRUE(is_instrumented(built.program));
  EXPECT_FALSE(takes_values(built.program));
  EXPECT_EQ(built.messages, "");
  EXPECT_EQ(output(built), "no\n");
  Executor executor({built.program, {}, {}, {}});
  EXPECT_EQ(executor.run(Input::standard_input("x")).output, "yes\n");

  const Built plain = build_files({"a.c"}, {}, true);
  EXPECT_EQ(plain.program, folder_ / "out/plain");
  EXPECT_FALSE(is_instrumented(plain.program));
  EXPECT_EQ(run_plain({plain.program, {}, {}, {}}, Input::standard_input("x")).output, "yes\n");
}

TEST_F(Build, OnlyWhatChangedIsCompiledAgain) {
  folder_.write("say.h", "#define WORD \"one\"\nvoid say(void);\n");
  folder_.write("say.c", "#include \"say.h\"\n#include <stdio.h>\nvoid say(void) { puts(WORD); }\n");
  folder_.write("main.c", "void say(void);\nint main(void) { say(); }\n");
  for (const bool plain : {false, true}) {
    folder_.write("say.h", "#define WORD \"one\"\nvoid say(void);\n");
    const Built first = build_files({"main.c", "say.c"}, {}, plain);
    EXPECT_TRUE(first.was_built);
    EXPECT_EQ(output(first), "one\n");
    const auto before = products();
    EXPECT_FALSE(build_files({"main.c", "say.c"}, {}, plain).was_built);
    EXPECT_EQ(products(), before);

    folder_.write("say.h", "#define WORD \"another\"\nvoid say(void);\n");
    const Built second = build_files({"main.c", "say.c"}, {}, plain);
    EXPECT_TRUE(second.was_built);
    EXPECT_EQ(output(second), "another\n");
    const auto after = products();
    EXPECT_EQ(compiled(before, after), std::vector<std::string>{"say.c"});

    EXPECT_TRUE(build_files({"main.c", "say.c"}, {"-O2"}, plain).was_built);
    EXPECT_EQ(compiled(after, products()), (std::vector<std::string>{"main.c", "say.c"}));
  }
}

TEST_F(Build, LostProductsAreMadeAgain) {
  folder_.write("a.c", "int main(void) { return 0; }\n");
  const Built built = build_files({"a.c"});
  fs::remove(built.program);
  const auto before = products();
  EXPECT_TRUE(build_files({"a.c"}).was_built);
  EXPECT_EQ(compiled(before, products()), std::vector<std::string>{});
  for (const auto &[path, time] : before)
    if (path.extension() == ".o")
      folder_.write("out/" + path.string(), "damaged");
  EXPECT_TRUE(build_files({"a.c"}).was_built);
  EXPECT_EQ(output(build_files({"a.c"})), "");
}

TEST_F(Build, GivenOptionsWin) {
  folder_.write("a.c", "#include <stdio.h>\n"
                       "int main(void) {\n"
                       "#ifdef __OPTIMIZE__\n  printf(\"optimised \");\n#endif\n"
                       "  printf(\"%d\\n\", NUMBER);\n}\n");
  EXPECT_EQ(output(build_files({"a.c"}, {"-DNUMBER=3"})), "optimised 3\n");
  EXPECT_EQ(output(build_files({"a.c"}, {"-D", "NUMBER=4", "-O0"})), "4\n");
}

TEST_F(Build, LanguagesAreMixed) {
  folder_.write("a.c", "int twice(int x) { int class = x; return 2 * class; }\n");
  folder_.write("b.cpp",
                "#include <iostream>\nextern \"C\" int twice(int);\n"
                "int main() { auto f = [](auto x) { return twice(x); }; std::cout << f(21) << '\\n'; }\n");
  EXPECT_EQ(output(build_files({"a.c", "b.cpp"}, {"-std=c++20"})), "42\n");
  EXPECT_EQ(output(build_files({"a.c", "b.cpp"}, {"-std=c++20"}, true)), "42\n");
}

TEST_F(Build, ObjectsAndLibrariesAreLinked) {
  folder_.write("part.c", "int part(void) { return 7; }\n");
  folder_.write("main.c", "#include <math.h>\n#include <stdio.h>\nint part(void);\n"
                          "int main(int n, char **v) { printf(\"%d %.1f\\n\", part(), cos(n - 1)); (void)v; }\n");
  const std::string object = folder_ / "part.o", source = folder_ / "part.c";
  ASSERT_EQ(std::system(("gcc-12 -c -o '" + object + "' '" + source + "'").c_str()), 0);
  for (const bool plain : {false, true})
    EXPECT_EQ(output(build_files({"main.c", "part.o"}, {"-lm"}, plain)), "7 1.0\n");
  folder_.write("part.c", "int part(void) { return 8; }\n");
  ASSERT_EQ(std::system(("gcc-12 -c -o '" + object + "' '" + source + "'").c_str()), 0);
  const auto before = products();
  EXPECT_EQ(output(build_files({"main.c", "part.o"}, {"-lm"})), "8 1.0\n");
  EXPECT_EQ(compiled(before, products()), std::vector<std::string>{});
}

TEST_F(Build, SameNamesInDifferentFolders) {
  folder_.write("a/x.c", "int first(void) { return 1; }\n");
  folder_.write("b/x.c", "#include <stdio.h>\nint first(void);\nint main(void) { printf(\"%d\\n\", first()); }\n");
  EXPECT_EQ(output(build_files({"a/x.c", "b/x.c", "a/x.c"})), "1\n");
}

TEST_F(Build, ManyFiles) {
  std::vector<std::string> names = {"main.c"};
  std::string main = "#include <stdio.h>\n", sum = "0";
  for (int i = 0; i < 12; i++) {
    names.push_back(fmt::format("f{}.c", i));
    folder_.write(names.back(), fmt::format("int f{0}(void) {{ return {0}; }}\n", i));
    main += fmt::format("int f{}(void);\n", i);
    sum += fmt::format(" + f{}()", i);
  }
  folder_.write("main.c", main + "int main(void) { printf(\"%d\\n\", " + sum + "); }\n");
  EXPECT_EQ(output(build_files(names, {}, true)), "66\n");
}

TEST_F(Build, WarningsAreHandedOn) {
  folder_.write("a.c", "int main(void) { int unused; return 0; }\n");
  EXPECT_TRUE(contains(build_files({"a.c"}, {"-Wall"}).messages, "unused variable 'unused'"));
  EXPECT_EQ(build_files({"a.c"}, {"-Wall"}).messages, "");
}

TEST_F(Build, WhatDoesNotCompile) {
  folder_.write("good.c", "int good;\n");
  folder_.write("bad.c", "int main(void) { return undeclared; }\n");
  const std::string message = error({"good.c", "bad.c"});
  EXPECT_TRUE(contains(message, (folder_ / "bad.c").string() + ": it does not compile:\n"));
  EXPECT_TRUE(contains(message, "use of undeclared identifier 'undeclared'"));
  EXPECT_TRUE(contains(message, "compile_commands.json"));
  const auto before = products();
  folder_.write("bad.c", "int main(void) { return 0; }\n");
  build_files({"good.c", "bad.c"});
  EXPECT_EQ(compiled(before, products()), std::vector<std::string>{"bad.c"});
}

TEST_F(Build, WhatDoesNotLink) {
  folder_.write("a.c", "int missing(void);\nint main(void) { return missing(); }\n");
  const std::string message = error({"a.c"});
  EXPECT_TRUE(contains(message, "the program cannot be linked:\n"));
  EXPECT_TRUE(contains(message, "missing"));
  EXPECT_TRUE(contains(message, "Give all source files"));
}

TEST_F(Build, WithoutMain) {
  folder_.write("a.c", "int f(int x) { return x + 1; }\n");
  const std::string message = error({"a.c"});
  EXPECT_TRUE(contains(message, "the program has no main"));
  EXPECT_TRUE(contains(message, "LLVMFuzzerTestOneInput"));
  EXPECT_FALSE(contains(message, "/usr/bin/ld"));
  folder_.write("a.c", "int missing(void);\nint f(int x) { return x + missing(); }\n");
  EXPECT_TRUE(contains(error({"a.c"}), "missing"));
}

TEST_F(Build, WhatIsNoSource) {
  EXPECT_TRUE(contains(error({"missing.c"}), "missing.c: there is no such file"));
  folder_.write("a.h", "");
  EXPECT_TRUE(contains(error({"a.h"}), "this is a header"));
  folder_.write("notes.txt", "");
  EXPECT_TRUE(contains(error({"notes.txt"}), "neither a source"));
  fs::create_directory(folder_ / "folder.c");
  EXPECT_TRUE(contains(error({"folder.c"}), "this is not a file"));
  EXPECT_TRUE(contains(message_of<Error>([&] {
                         build({.files = {},
                                .compiler_options = {},
                                .compile_commands = {},
                                .folder = folder_.path(),
                                .plain = false});
                       }),
                       "nothing to build"));
}

TEST_F(Build, Programs) {
  folder_.write("a.c", "int main(void) { return 0; }\n");
  const fs::path plain = build_files({"a.c"}, {}, true).program, program = build_files({"a.c"}).program;
  const Built taken = build_files({"out/program"});
  EXPECT_EQ(taken.program, program);
  EXPECT_FALSE(taken.was_built);
  EXPECT_TRUE(contains(error({"out/plain"}), plain.string() + ": the program was not built with braid-cc"));
  EXPECT_TRUE(contains(error({"a.c", "out/program"}), "cannot be combined with other files"));
  chmod(folder_.write("script", "#!/bin/sh\n").c_str(), 0755);
  EXPECT_EQ(build_files({"script"}).program, folder_ / "script");
}

// Stripped, or with all its own code compiled plainly: the runtime is there.
TEST_F(Build, ProgramsWithLittleToSeeAreRecognised) {
  folder_.write("a.c", "int main(int n, char **v) { return n > 1 && v[1][0] == 'x'; }\n");
  build_files({"a.c"}, {"-s"});
  EXPECT_TRUE(is_instrumented(folder_ / "out/program"));
  ASSERT_EQ(
      std::system(
          ("gcc-12 -c -o '" + (folder_ / "a.o").string() + "' '" + (folder_ / "a.c").string() + "'").c_str()),
      0);
  build_files({"a.o"}, {"-s"});
  EXPECT_TRUE(is_instrumented(folder_ / "out/program"));
  build_files({"a.c"}, {"-static", "-s"});
  EXPECT_TRUE(is_instrumented(folder_ / "out/program"));
}

TEST_F(Build, CompileCommands) {
  folder_.write("src/a.c", "#include \"number.h\"\n#include <stdio.h>\n"
                           "int main(void) { printf(\"%d %s\\n\", NUMBER, TEXT); }\n");
  folder_.write("src/b.c", "");
  folder_.write("include/number.h", "#define NUMBER (3 + MORE)\n");
  database_ = folder_.write("out/db/compile_commands.json",
                            R"([{"directory": "../../src", "file": "a.c",
                                 "command": "gcc -I../include -DMORE=1 '-DTEXT=\"a b\"' -c -o a.o -MD -MF a.d a.c"},
                                {"directory": "../../src", "file": "a.c", "arguments": ["gcc", "-DMORE=5", "a.c"]}])");
  for (const bool plain : {false, true}) {
    const Built built = build_files({"src/a.c"}, {}, plain);
    EXPECT_EQ(output(built), "4 a b\n");
    EXPECT_TRUE(contains(built.messages, "there are 2 compile commands for it, the first is taken"));
    EXPECT_FALSE(fs::exists(folder_ / "src/a.o"));
    EXPECT_FALSE(fs::exists(folder_ / "src/a.d"));
    EXPECT_EQ(output(build_files({"src/a.c"}, {"-UMORE", "-DMORE=2"}, plain)), "5 a b\n");
    EXPECT_FALSE(build_files({"src/a.c"}, {"-UMORE", "-DMORE=2"}, plain).was_built);
  }
  const std::string message = error({"src/b.c"});
  EXPECT_TRUE(contains(message, "the file has no entry in"));
  EXPECT_TRUE(contains(message, (folder_ / "src/a.c").string()));
}

TEST_F(Build, InstrumentedObjectsDoNotMakeAPlainProgram) {
  folder_.write("a.c", "int f(int x) { return x == 3 ? 1 : 2; }\n");
  folder_.write("main.c", "int f(int);\nint main(int n, char **v) { (void)v; return f(n); }\n");
  build_files({"a.c", "main.c"});
  fs::path object;
  for (const auto &[path, time] : products())
    if (path.filename().string().starts_with("a.c-") && path.extension() == ".o")
      object = folder_ / "out" / path;
  fs::copy_file(object, folder_ / "a.o");
  EXPECT_TRUE(contains(error({"main.c", "a.o"}, {}, true), "was compiled with braid-cc"));
}

TEST_F(Build, HarnessesGetAMain) {
  folder_.write("h.c", "#include <stdint.h>\n#include <stdio.h>\n"
                       "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {\n"
                       "  printf(\"%zu %c\\n\", n, n ? data[0] : '-'); return 0; }\n");
  for (const bool plain : {false, true}) {
    const Built built = build_files({"h.c"}, {"-fsanitize=fuzzer"}, plain);
    EXPECT_EQ(run_plain({built.program, {}, {}, {}}, Input::standard_input("xyz")).output, "3 x\n");
  }
}

} // namespace

} // namespace braid::target
