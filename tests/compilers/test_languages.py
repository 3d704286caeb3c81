"""Every way a source can come in: it has to be instrumented once, whatever the way."""

import unittest

from support import BRANCH, CLANG, MAIN, CompilerTest


class Languages(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("a.c", BRANCH)

    def test_every_optimisation(self):
        for option in ("-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og", "-Ofast"):
            self.cc(option, "-w", "-c", "a.c")
            self.assert_instrumented("a.o")

    def test_places_in_the_source(self):
        for option, expected in (("-O2", True), ("-g", True), ("-g0", False)):
            self.cc(option, "-c", "a.c")
            self.assertEqual("debug_line" in self.run_ok("readelf", "-SW", "a.o"), expected, option)

    def test_preprocessed_source(self):
        self.cc("-E", "a.c", "-o", "a.i")
        self.cc("-c", "a.i")
        self.assert_instrumented("a.o")

    def test_through_assembler_text(self):
        self.cc("-S", "a.c")
        self.cc("-c", "a.s")
        self.assert_instrumented("a.o")

    def test_assembler_is_left_alone(self):
        self.run_ok(CLANG, "-S", "a.c", "-o", "b.s")
        self.cc("-c", "b.s")
        self.assert_plain("b.o")
        self.write("c.S", "#define R ret\n.globl f\nf: R\n")
        self.cc("-c", "c.S")
        self.assert_plain("c.o")

    def test_llvm_code_is_instrumented_once(self):
        self.cc("-O2", "-c", "a.c", "-o", "direct.o")
        self.cc("-O2", "-c", "-emit-llvm", "a.c", "-o", "a.bc")
        self.cc("-O2", "-c", "a.bc", "-o", "twice.o")
        self.assert_instrumented("twice.o")
        self.assertEqual(self.size_of_sites("twice.o"), self.size_of_sites("direct.o"))
        self.run_ok(CLANG, "-O2", "-c", "-emit-llvm", "a.c", "-o", "plain.bc")
        self.cc("-O2", "-c", "plain.bc", "-o", "late.o")
        self.assert_instrumented("late.o")

    def size_of_sites(self, name):
        for line in self.run_ok("readelf", "-SW", name).splitlines():
            words = line.replace("[ ", "[").split()
            if len(words) > 5 and words[1] == "braid_sites":
                return int(words[5], 16)
        return 0

    def test_temporary_files_kept(self):
        self.cc("-save-temps", "-O2", "-c", "a.c")
        self.cc("-O2", "-c", "a.c", "-o", "direct.o")
        self.assert_instrumented("a.o")
        self.assertEqual(self.size_of_sites("a.o"), self.size_of_sites("direct.o"))

    def test_precompiled_headers(self):
        self.write("all.h", "#include <stdio.h>\n#define ANSWER 42\n")
        self.write("m.c", "int main(void) { printf(\"%d\\n\", ANSWER); return 0; }\n")
        self.cc("-x", "c-header", "all.h", "-o", "all.h.pch")
        self.cc("-include-pch", "all.h.pch", "m.c", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "42\n")
        self.cc("all.h", "-o", "all.h.gch")
        self.cc("-include", "all.h", "m.c", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "42\n")

    def test_language_by_option(self):
        self.write("source.txt", BRANCH)
        self.cc("-x", "c", "-c", "source.txt", "-o", "a.o")
        self.assert_instrumented("a.o")
        self.write("m.c", MAIN)
        self.cc("-x", "c", "source.txt", "m.c", "-x", "none", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_headers_of_ours_are_found(self):
        self.write("m.c", "#include <braid.h>\n#include <klee/klee.h>\nint main(void) { int x; BRAID_SYMBOLIC(x); return x; }\n")
        self.cc("m.c", "-o", "m")
        self.run_ok("./m")

    def test_headers_of_the_builder_come_first(self):
        self.write("include/braid.h", "#define MINE 7\n")
        self.write("m.c", "#include <braid.h>\nint main(void) { return MINE - 7; }\n")
        self.cc("-Iinclude", "m.c", "-o", "m")
        self.run_ok("./m")

    def test_undefined_behaviour_sanitizer(self):
        self.write("m.c", "int main(int argc, char **argv) { (void)argv; int x = 2147483647; x += argc; return x == 0; }\n")
        self.cc("-fsanitize=undefined", "m.c", "-o", "m")
        self.assertIn("signed integer overflow", self.run_any("./m").stderr)


class Cxx(CompilerTest):
    SOURCE = """#include <iostream>
#include <map>
#include <string>
int main() {
  std::string line;
  std::map<std::string, int> count;
  while (std::getline(std::cin, line)) ++count[line];
  for (const auto &[name, number] : count) std::cout << name << '=' << number << '\\n';
}
"""

    def setUp(self):
        super().setUp()
        self.write("m.cpp", self.SOURCE)

    def check(self, name):
        self.assertEqual(self.run_ok("./" + name, stdin="b\na\nb\n"), "a=1\nb=2\n")

    def test_library_templates_are_in_the_program(self):
        for option in ("-O0", "-O2"):
            self.cxx("-std=c++20", option, "m.cpp", "-o", "m")
            self.check("m")
            self.assertNotRegex(self.symbols("m", "-C"), r" U std::__cxx11::basic_string<")

    def test_cxx_by_the_c_compiler(self):
        self.cc("-std=c++20", "-c", "m.cpp")
        self.cc("m.o", "-lstdc++", "-o", "m")
        self.check("m")

    def test_preprocessed(self):
        self.cxx("-std=c++20", "-E", "m.cpp", "-o", "m.ii")
        self.cxx("-std=c++20", "m.ii", "-o", "m")
        self.check("m")

    def test_feature_macros_in_the_source_still_count(self):
        """Nothing may be included before the source itself: <features.h> is read once only."""
        self.write("f.cpp", "#undef _GNU_SOURCE\n#define _POSIX_C_SOURCE 200809L\n#include <string.h>\n"
                            "int main() { char text[80]; int code = strerror_r(1, text, sizeof text); return code; }\n")
        self.cxx("f.cpp", "-o", "f")
        self.run_ok("./f")

    def test_exceptions(self):
        self.write("e.cpp", "#include <stdexcept>\n#include <string>\nint parse(const std::string &s) { return std::stoi(s); }\n"
                            "int main() { try { return parse(\"x\"); } catch (const std::invalid_argument &) { return 0; } }\n")
        for option in ("-O0", "-O2"):
            self.cxx(option, "e.cpp", "-o", "e")
            self.run_ok("./e")

    def test_precompiled_header(self):
        self.write("all.hpp", "#include <iostream>\n#include <map>\n#include <string>\n")
        self.cxx("-std=c++20", "all.hpp", "-o", "all.hpp.pch")
        self.cxx("-std=c++20", "-include-pch", "all.hpp.pch", "m.cpp", "-o", "m")
        self.check("m")

    def test_static(self):
        self.cxx("-std=c++20", "-static", "m.cpp", "-o", "m")
        self.check("m")


if __name__ == "__main__":
    unittest.main()
