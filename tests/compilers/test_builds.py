"""Whole builds, as people have them: make with separate steps, CMake, a configure script."""

import os
import unittest

from support import CC, CXX, LIB, CompilerTest

LIBRARY_C = """#include "library.h"
int classify(const char *text) { return text[0] == 'a' ? text[1] == 'b' ? 2 : 1 : 0; }
"""
LIBRARY_H = """#ifdef __cplusplus
extern "C" {
#endif
int classify(const char *text);
int twice(int x);
#ifdef __cplusplus
}
#endif
"""
MAIN_CPP = """#include "library.h"
#include <iostream>
#include <string>
int main() {
  std::string word;
  while (std::cin >> word) std::cout << twice(classify(word.c_str())) << '\\n';
}
"""
# twice(int), in assembler
TWICE_S = """  .globl twice
  .type twice, @function
twice:
  leal (%rdi,%rdi), %eax
  ret
  .size twice, .-twice
  .section .note.GNU-stack,"",@progbits
"""
MAKEFILE = """CFLAGS = -O2 -Wall -Wextra -Werror -MMD -MP
CXXFLAGS = $(CFLAGS) -std=c++17
all: static shared
static: main.o liblibrary.a
\t$(CXX) $(LDFLAGS) -o $@ main.o -L. -l:liblibrary.a
shared: main.o liblibrary.so
\t$(CXX) $(LDFLAGS) -o $@ main.o liblibrary.so -Wl,-rpath,'$$ORIGIN'
liblibrary.a: library.o twice.o
\t$(AR) rcs $@ $^
liblibrary.so: library.pic.o twice.o
\t$(CC) -shared -Wl,-soname,$@ -Wl,-z,defs -o $@ $^
%.pic.o: %.c
\t$(CC) $(CFLAGS) -fPIC -c $< -o $@
-include *.d
"""
CMAKE = """cmake_minimum_required(VERSION 3.20)
project(sample LANGUAGES C CXX ASM)
include(CheckCSourceCompiles)
include(CheckCSourceRuns)
include(CheckFunctionExists)
include(CheckIPOSupported)
include(CheckTypeSize)
include(CheckCCompilerFlag)
check_c_source_runs("int main(void) { return 0; }" RUNS)
check_c_source_compiles("int main(void) { return nonsense; }" NONSENSE_COMPILES)
check_function_exists(strdup HAVE_STRDUP)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
check_type_size(long SIZE_OF_LONG)
check_c_compiler_flag(-Wall HAVE_WALL)
check_c_compiler_flag(-m32 HAVE_M32)
check_ipo_supported(RESULT IPO OUTPUT IPO_OUTPUT LANGUAGES C)
foreach(variable CMAKE_C_COMPILER_ID CMAKE_CXX_COMPILER_ID RUNS NONSENSE_COMPILES HAVE_STRDUP HAVE_NO_SUCH_FUNCTION
        SIZE_OF_LONG HAVE_WALL HAVE_M32 IPO)
  message(STATUS "found ${variable}=${${variable}}")
endforeach()
find_package(Threads REQUIRED)
add_compile_options($<$<NOT:$<COMPILE_LANGUAGE:ASM>>:-Werror> -Wall -Wextra)
add_library(object OBJECT library.c)
set_target_properties(object PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_library(shared_library SHARED $<TARGET_OBJECTS:object> twice.s)
add_library(static_library STATIC $<TARGET_OBJECTS:object> twice.s)
add_library(plugin MODULE library.c)
target_precompile_headers(object PRIVATE library.h)
add_executable(shared main.cpp)
target_link_libraries(shared shared_library Threads::Threads)
add_executable(static main.cpp)
target_link_libraries(static static_library)
target_link_options(static PRIVATE -static)
enable_testing()
add_test(NAME sample COMMAND shared)
"""
CONFIGURE = """#!/bin/sh
# The questions of a configure script, asked in its way.
: "${CC:=cc}" "${CXX:=c++}" "${CPP:=$CC -E}"
try() { # try NAME COMMAND...: the exit code of a command is the answer
  name=$1; shift
  if "$@" >conftest.log 2>&1; then echo "$name=yes"; else echo "$name=no"; fi >>answers
}
rm -f answers
for option in --version -v -V -qversion; do $CC $option >conftest.log 2>&1; done
echo 'int main (void) { return 0; }' >conftest.c
$CC $CFLAGS conftest.c >conftest.log 2>&1 || exit 77
test -f a.out || exit 77
./a.out || exit 77
try object $CC -c $CFLAGS conftest.c
cat >conftest.c <<EOF
#ifndef __GNUC__
       choke me
#endif
int main (void) { return 0; }
EOF
try gnu $CC -c conftest.c
try werror $CC -Werror -c conftest.c
try unknown_option $CC -Werror -fno-such-option -c conftest.c
echo '#include <stdio.h>' >conftest.c
try preprocessor $CPP conftest.c
echo '#include <no_such_header.h>' >conftest.c
try preprocessor_without $CPP conftest.c
for function in strlcpy_not_there mmap memmem getline; do
  cat >conftest.c <<EOF
#define $function innocuous_$function
#include <limits.h>
#undef $function
char $function ();
int main (void) { return $function (); }
EOF
  try $function $CC -o conftest $CFLAGS conftest.c $LIBS
done
cat >conftest.c <<EOF
char sin ();
int main (void) { return sin (); }
EOF
try library_m $CC -o conftest conftest.c -lm
try library_none $CC -o conftest conftest.c -lno_such_library
cat >conftest.c <<EOF
static int test_array [1 - 2 * !(((long int) (sizeof (void *))) <= 8)];
int main (void) { test_array [0] = 0; return test_array [0]; }
EOF
try pointers $CC -c conftest.c
try inline_assembler sh -c "echo 'int main(void) { __asm__ volatile(\\"nop\\"); return 0; }' | $CC -x c - -o conftest"
try pic $CC -fPIC -DPIC -shared conftest.c -o conftest.so
try pie $CC -fPIE -pie conftest.c -o conftest
try static $CC -static conftest.c -o conftest
try soname $CC -shared -fPIC -Wl,-soname,x.so conftest.c -o conftest.so
try export_dynamic $CC -Wl,--export-dynamic conftest.c -o conftest
try narrow $CC -m32 conftest.c -o conftest
try lto $CC -flto conftest.c -o conftest
echo '#include <vector>
int main() { std::vector<int> v(1); return v[0]; }' >conftest.cpp
try cxx $CXX conftest.cpp -o conftest
"""


class Builds(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("library.c", LIBRARY_C)
        self.write("library.h", LIBRARY_H)
        self.write("main.cpp", MAIN_CPP)
        self.write("twice.s", TWICE_S)

    def check(self, program):
        self.assertEqual(self.run_ok(program, stdin="ab ax x\n"), "4\n2\n0\n")

    def test_make(self):
        self.write("Makefile", MAKEFILE)
        self.run_ok("make", "-j2", f"CC={CC}", f"CXX={CXX}")
        self.check("./static")
        self.check("./shared")
        self.assert_instrumented("library.o")
        self.assert_plain("twice.o")
        os.utime(self.path("library.h"))
        self.assertIn("library.o", self.run_ok("make", f"CC={CC}", f"CXX={CXX}"))

    def test_make_static(self):
        self.write("Makefile", MAKEFILE)
        self.run_ok("make", "static", f"CC={CC}", f"CXX={CXX}", "LDFLAGS=-static")
        self.check("./static")

    def test_cmake(self):
        self.write("CMakeLists.txt", CMAKE)
        for generator in ("Ninja", "Unix Makefiles"):
            build = "build " + generator
            output = self.run_ok("cmake", "-G", generator, "-B", build, f"-DCMAKE_C_COMPILER={CC}",
                                 f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_BUILD_TYPE=RelWithDebInfo")
            found = dict(line.split("found ", 1)[1].split("=", 1) for line in output.splitlines() if "found " in line
                         and "=" in line and line.startswith("--"))
            self.assertEqual(found["CMAKE_C_COMPILER_ID"], "Clang")
            self.assertEqual(found["CMAKE_CXX_COMPILER_ID"], "Clang")
            self.assertEqual((found["RUNS"], found["HAVE_STRDUP"], found["SIZE_OF_LONG"], found["HAVE_WALL"]), ("1", "1", "8", "1"))
            for absent in ("NONSENSE_COMPILES", "HAVE_NO_SUCH_FUNCTION", "HAVE_M32"):
                self.assertIn(found[absent], ("", "0"), absent)
            self.assertIn(found["IPO"], ("NO", "FALSE", "OFF"))
            self.run_ok("cmake", "--build", build, "-j2")
            self.check(f"./{build}/shared")
            self.check(f"./{build}/static")

    def test_environment_variables_for_cmake(self):
        self.write("CMakeLists.txt", CMAKE)
        self.run_ok("cmake", "-G", "Ninja", "-B", "build", CC=CC, CXX=CXX)
        self.run_ok("cmake", "--build", "build")
        self.check("build/shared")

    def test_configure_script(self):
        self.write("configure", CONFIGURE)
        self.run_ok("sh", "configure", CC=CC, CXX=CXX, CFLAGS="-g -O2")
        answers = dict(line.split("=") for line in self.read("answers").split())
        absent = {"unknown_option", "preprocessor_without", "strlcpy_not_there", "library_none", "narrow", "lto"}
        self.assertEqual({name for name, answer in answers.items() if answer == "no"}, absent)
        self.assertGreater(len(answers), 20)

    def test_ccache_like_builds(self):
        """Preprocess first, compile the result later, perhaps elsewhere."""
        self.cxx("-std=c++17", "-E", "main.cpp", "-o", "main.ii")
        self.cc("-E", "library.c", "-o", "library.i")
        self.cxx("-std=c++17", "-c", "main.ii")
        self.cc("-c", "library.i", "twice.s")
        self.cxx("main.o", "library.o", "twice.o", "-o", "main")
        self.check("./main")

    def test_programs_do_not_need_the_source_tree(self):
        self.cxx("main.cpp", "library.c", "twice.s", "-o", "main")
        self.assertNotIn(LIB, self.run_ok("readelf", "-d", "main"))


if __name__ == "__main__":
    unittest.main()
