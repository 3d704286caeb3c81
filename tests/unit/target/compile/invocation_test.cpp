#include "target/compile/invocation.h"

#include <gtest/gtest.h>

namespace braid::compile {
namespace {

using Arguments = std::vector<std::string>;

TEST(Options, ValuesAreNotInputs) {
  for (const char *option :
       {"-o", "-I", "-include", "-Xclang", "-MF", "-MT", "-x", "-target", "-Xlinker", "-u", "-z", "-isystem",
        "-idirafter", "-mllvm", "--param", "-Xarch_host", "-Xarch_x86_64", "-l", "-L"})
    EXPECT_TRUE(takes_next_argument(option)) << option;
  for (const char *option :
       {"-c", "-ofile", "-Ipath", "-O2", "-g", "-static", "-Wl,-z", "-std=c++20", "-", "file.c"})
    EXPECT_FALSE(takes_next_argument(option)) << option;
}

TEST(Options, Questions) {
  for (const char *option :
       {"--version", "-dumpversion", "-dumpmachine", "-print-search-dirs", "--print-file-name=libc.a",
        "-print-prog-name=ld", "--help", "-print-multi-os-directory", "--autocomplete=-f"})
    EXPECT_TRUE(is_question(option)) << option;
  for (const char *option : {"-v", "-###", "-c", "--print-missing-file-dependencies", "print-it.c", "-Wprint"})
    EXPECT_FALSE(is_question(option)) << option;
}

TEST(Options, KindsByName) {
  EXPECT_EQ(kind_of_file("a.c"), InputKind::SOURCE);
  EXPECT_EQ(kind_of_file("dir.x/a.cpp"), InputKind::SOURCE);
  EXPECT_EQ(kind_of_file("a.C"), InputKind::SOURCE);
  EXPECT_EQ(kind_of_file("a.i"), InputKind::PREPROCESSED);
  EXPECT_EQ(kind_of_file("a.ii"), InputKind::PREPROCESSED);
  EXPECT_EQ(kind_of_file("a.bc"), InputKind::PREPROCESSED);
  EXPECT_EQ(kind_of_file("a.s"), InputKind::ASSEMBLER);
  EXPECT_EQ(kind_of_file("a.S"), InputKind::ASSEMBLER_CPP);
  EXPECT_EQ(kind_of_file("a.hpp"), InputKind::HEADER);
  for (const char *name : {"a.o", "liba.a", "liba.so.1", "a", "dir.c/a", "a.lo", "a.txt"})
    EXPECT_EQ(kind_of_file(name), InputKind::LINKER) << name;
}

TEST(Invocation, CompileOnly) {
  Invocation it = understand({"-c", "a.c", "-o", "a.o"});
  EXPECT_TRUE(it.preprocesses && it.compiles);
  EXPECT_FALSE(it.links || it.question || it.empty);
}

TEST(Invocation, LinkOnly) {
  Invocation it = understand({"a.o", "b.o", "-lm", "-o", "a"});
  EXPECT_FALSE(it.preprocesses || it.compiles);
  EXPECT_TRUE(it.links);
}

TEST(Invocation, CompileAndLink) {
  Invocation it = understand({"a.c", "b.o", "c.s"});
  EXPECT_TRUE(it.preprocesses && it.compiles && it.links);
}

TEST(Invocation, StopsEarly) {
  for (const char *option : {"-E", "-M", "-MM"}) {
    Invocation it = understand({option, "a.c"});
    EXPECT_TRUE(it.preprocesses) << option;
    EXPECT_FALSE(it.compiles || it.links) << option;
  }
  EXPECT_FALSE(understand({"-fsyntax-only", "a.c"}).compiles);
  EXPECT_TRUE(understand({"-S", "a.c"}).compiles);
  EXPECT_TRUE(understand({"-MD", "-MF", "a.d", "a.c"}).links);
  // The earliest wins, in whatever order.
  EXPECT_FALSE(understand({"-E", "-c", "a.c"}).compiles);
  EXPECT_FALSE(understand({"-c", "-E", "a.c"}).compiles);
}

TEST(Invocation, NoInput) {
  EXPECT_TRUE(understand({}).empty);
  EXPECT_TRUE(understand({"-v"}).empty);
  EXPECT_TRUE(understand({"-c", "-o", "a.c"}).empty);
  EXPECT_FALSE(understand({"-lm"}).empty);
  EXPECT_FALSE(understand({"-Wl,--version"}).empty);
}

TEST(Invocation, Headers) {
  Invocation it = understand({"a.h", "-o", "a.h.gch"});
  EXPECT_TRUE(it.preprocesses && it.compiles);
  EXPECT_FALSE(it.links);
  EXPECT_FALSE(understand({"-x", "c++-header", "a"}).links);
}

TEST(Invocation, Assembler) {
  Invocation plain = understand({"-c", "a.s"});
  EXPECT_FALSE(plain.preprocesses || plain.compiles);
  Invocation with_cpp = understand({"-c", "a.S"});
  EXPECT_TRUE(with_cpp.preprocesses);
  EXPECT_FALSE(with_cpp.compiles);
}

TEST(Invocation, LanguageByOption) {
  EXPECT_TRUE(understand({"-x", "c", "-"}).compiles);
  EXPECT_TRUE(understand({"-xc++", "-c", "a.txt"}).compiles);
  EXPECT_TRUE(understand({"-E", "-"}).preprocesses);
  EXPECT_FALSE(understand({"-x", "assembler", "-c", "a.c"}).compiles);
  EXPECT_TRUE(understand({"-x", "c", "a", "-x", "none", "b.o"}).links);
  EXPECT_TRUE(understand({"-x", "c", "-"}).language_forced);
  EXPECT_FALSE(understand({"-x", "c", "a", "-x", "none", "b.o"}).language_forced);
}

TEST(Invocation, Output) {
  EXPECT_EQ(understand({"a.o"}).output, Output::EXECUTABLE);
  EXPECT_EQ(understand({"a.o", "-pie"}).output, Output::EXECUTABLE);
  EXPECT_EQ(understand({"a.o", "-static"}).output, Output::STATIC_EXECUTABLE);
  EXPECT_EQ(understand({"a.o", "-static-pie"}).output, Output::STATIC_EXECUTABLE);
  EXPECT_EQ(understand({"a.o", "-shared"}).output, Output::SHARED);
  EXPECT_EQ(understand({"a.o", "-Wl,-shared"}).output, Output::SHARED);
  EXPECT_EQ(understand({"a.o", "-shared", "-static"}).output, Output::SHARED);
  EXPECT_EQ(understand({"a.o", "-r"}).output, Output::RELOCATABLE);
  EXPECT_EQ(understand({"a.o", "-nostdlib", "-Wl,-z,now,-r"}).output, Output::RELOCATABLE);
  EXPECT_EQ(understand({"a.o", "-Xlinker", "-r"}).output, Output::RELOCATABLE);
  EXPECT_EQ(understand({"a.o", "-Wl,-rpath,/x"}).output, Output::EXECUTABLE);
}

TEST(Invocation, CLibraryNamedByTheBuilder) {
  EXPECT_FALSE(understand({"-nostdlib", "a.o"}).names_c_library);
  EXPECT_TRUE(understand({"-nostdlib", "a.o", "-lc"}).names_c_library);
  EXPECT_TRUE(understand({"-nostdlib", "a.o", "-l", "c"}).names_c_library);
  EXPECT_TRUE(understand({"-nostdlib", "a.o", "-Wl,-lc"}).names_c_library);
  EXPECT_TRUE(understand({"-nostdlib", "a.o", "/lib/libc.so.6"}).names_c_library);
  EXPECT_FALSE(understand({"-nostdlib", "a.o", "-lcrypto"}).names_c_library);
}

TEST(Invocation, WhatClosesTheLink) {
  EXPECT_EQ(understand({"crti.o", "a.o", "-lc", "/x/crtendS.o", "/x/crtn.o"}).link_end, 3u);
  EXPECT_EQ(understand({"a.o", "-lc"}).link_end, 2u);
}

TEST(Invocation, LastOfContradictingOptionsWins) {
  EXPECT_TRUE(understand({"-flto", "a.c"}).lto);
  EXPECT_TRUE(understand({"-flto=thin", "a.c"}).lto);
  EXPECT_FALSE(understand({"-flto", "-fno-lto", "a.c"}).lto);
  EXPECT_EQ(understand({"-m32", "a.c"}).foreign_target, "-m32");
  EXPECT_EQ(understand({"-m32", "-m64", "a.c"}).foreign_target, "");
  EXPECT_TRUE(understand({"-ffreestanding", "a.c"}).freestanding);
  EXPECT_FALSE(understand({"-ffreestanding", "-fhosted", "a.c"}).freestanding);
}

TEST(Invocation, Targets) {
  EXPECT_EQ(understand({"--target=x86_64-linux-gnu", "a.c"}).foreign_target, "");
  EXPECT_EQ(understand({"-target", "x86_64-pc-linux-gnu", "a.c"}).foreign_target, "");
  EXPECT_EQ(understand({"--target=aarch64-linux-gnu", "a.c"}).foreign_target, "--target=aarch64-linux-gnu");
  EXPECT_EQ(understand({"-target", "bpf", "a.c"}).foreign_target, "-target bpf");
  EXPECT_NE(understand({"--target=x86_64-linux-gnux32", "a.c"}).foreign_target, "");
}

TEST(Invocation, Sanitizers) {
  EXPECT_EQ(understand({"-fsanitize=address,undefined", "-fno-sanitize=address", "a.c"}).sanitizers,
            std::set<std::string>{"undefined"});
  EXPECT_TRUE(understand({"-fsanitize=address", "-fno-sanitize=all", "a.c"}).sanitizers.empty());
}

TEST(Invocation, ValuesOfOptionsAreNotRead) {
  EXPECT_FALSE(understand({"-c", "a.c", "-o", "-flto"}).lto);
  EXPECT_FALSE(understand({"-c", "a.c", "-Xclang", "--version"}).question);
  EXPECT_EQ(understand({"-DX", "-D", "-shared", "a.c"}).output, Output::EXECUTABLE);
}

TEST(Invocation, EndOfOptions) {
  EXPECT_EQ(without_end_of_options({"-c", "--", "-a.c", "@b.c", "-", "c.c"}),
            (Arguments{"-c", "./-a.c", "./@b.c", "-", "c.c"}));
  EXPECT_EQ(without_end_of_options({"-o", "--", "a.c"}), (Arguments{"-o", "--", "a.c"}));
}

} // namespace
} // namespace braid::compile
