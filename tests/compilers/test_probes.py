"""What configure scripts and build systems ask a compiler before they trust it."""

import os
import unittest

from support import BRANCH, CC, CLANG, CLANGXX, CXX, MAIN, CompilerTest


class Questions(CompilerTest):
    def test_answers_are_clangs(self):
        for question in (["--version"], ["-dumpversion"], ["-dumpmachine"], ["-print-search-dirs"],
                         ["-print-prog-name=ld"], ["-print-file-name=libc.so"], ["-print-libgcc-file-name"],
                         ["-print-multi-os-directory"], ["-v"], ["--help"], ["-m32", "-print-libgcc-file-name"]):
            ours, clangs = self.run_any(CC, *question), self.run_any(CLANG, *question)
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr),
                             (clangs.returncode, clangs.stdout, clangs.stderr), question)

    def test_no_input(self):
        outcome = self.run_any(CC)
        self.assertNotEqual(outcome.returncode, 0)
        self.assertIn("no input files", outcome.stderr)

    def test_unknown_options_fail(self):
        for option in ("-V", "-qversion", "--no-such-option"):
            self.assertNotEqual(self.run_any(CC, option).returncode, 0, option)


class SameMessages(CompilerTest):
    """With -Werror every warning is an error, so options of ours must not cause any, and the builder's own
    must neither disappear nor become more."""

    COMMANDS = (
        ["-c", "a.c"], ["-S", "a.c"], ["-E", "a.c"], ["-fsyntax-only", "a.c"], ["-M", "a.c"], ["-MM", "a.c"],
        ["-c", "a.i"], ["-c", "a.s"], ["-c", "b.S"], ["-c", "a.ll"], ["-c", "-emit-llvm", "a.c"],
        ["-c", "a.c", "-MD", "-MF", "a.d"], ["-c", "-g", "a.c"], ["-c", "-g0", "-O0", "a.c"], ["-c", "-O3", "a.c"],
        ["-x", "c-header", "a.h", "-o", "a.pch"], ["-c", "a.c", "-lm"], ["-c", "a.c", "-Wl,-z,now"],
        ["-c", "a.s", "-DX"], ["-c", "a.i", "-Iinclude"], ["-c", "a.c", "-fno-lto"], ["m1.o", "a1.o"], ["m1.o", "a1.o", "-O2"],
        ["m.c", "a.c", "a2.s"], ["m1.o", "a1.o", "-c"], ["m1.o", "a1.o", "-Xclang", "-x"],
        ["a1.o", "-shared"], ["-r", "a1.o", "m1.o"],
        ["-c", "warns.c"], ["-c", "wrong.c"], ["-c", "missing.c"], ["wrong.o", "m1.o"], ["-c", "-fsanitize=undefined", "a.c"],
        ["-c", "-ffreestanding", "a.c"], ["-static", "m1.o", "a1.o"], ["-c", "-x", "none", "a.c"], ["-c", "a.c", "-fno-such"],
    )

    def test_same_as_clang(self):
        self.write("a.c", BRANCH.replace("int branch", "int branch(const int *p);\nint branch", 1))
        self.write("a2.s", ".globl f\nf: ret\n.section .note.GNU-stack,\"\",@progbits\n")
        self.write("b.S", "#define R ret\n.globl g\ng: R\n.section .note.GNU-stack,\"\",@progbits\n")
        self.write("m.c", MAIN)
        self.write("a.h", "int branch(const int *p);\n")
        self.write("warns.c", "int f(void);\nint f(void) { int unused; return 1; }\n")
        self.write("wrong.c", "int f(void) { return }\n")
        self.run_ok(CLANG, "-E", "a.c", "-o", "a.i")
        self.run_ok(CLANG, "-S", "a.c", "-o", "a.s")
        self.run_ok(CLANG, "-S", "-emit-llvm", "a.c", "-o", "a.ll")
        for name in ("a", "m"):
            self.cc("-c", "-fPIC", name + ".c", "-o", name + "1.o")
        # Plain Clang links objects without instrumentation; so that linking can be compared, it gets its own.
        os.mkdir(self.path("plain"))
        for name in os.listdir(self.folder):
            if name != "plain" and not name.endswith(".o"):
                os.link(self.path(name), self.path("plain/" + name))
        self.run_ok("sh", "-c", f"cd plain && {CLANG} -c -fPIC a.c -o a1.o && {CLANG} -c -fPIC m.c -o m1.o")
        for command in self.COMMANDS:
            for strict in ([], ["-Werror", "-Wall", "-Wextra"]):
                ours = self.run_any(CC, *strict, *command)
                clangs = self.run_any("sh", "-c", 'cd plain && exec "$@"', "sh", CLANG, *strict, *command)
                self.assertEqual((ours.returncode, ours.stderr), (clangs.returncode, clangs.stderr), strict + command)

    def test_same_for_cxx_with_every_warning(self):
        self.write("a.cpp", "#include <map>\n#include <string>\nint f(const std::string &s);\n"
                            "int f(const std::string &s) { std::map<std::string, int> m; m[s] = 1; return m[s]; }\n")
        for command in (["-c", "a.cpp"], ["-E", "a.cpp", "-o", "a.ii"], ["-c", "a.ii"], ["-c", "-std=c++20", "a.cpp"],
                        ["-c", "-stdlib=libstdc++", "a.cpp"], ["-c", "-nostdinc++", "a.cpp"], ["-c", "-pedantic-errors", "a.cpp"]):
            arguments = ["-Werror", "-Weverything", "-Wno-c++98-compat", "-Wno-gnu-line-marker",
                         "-Wno-unsafe-buffer-usage"] + command
            ours, clangs = self.run_any(CXX, *arguments), self.run_any(CLANGXX, *arguments)
            self.assertEqual((ours.returncode, ours.stderr), (clangs.returncode, clangs.stderr), command)


class Probes(CompilerTest):
    def test_program_from_standard_input(self):
        self.cc("-x", "c", "-", "-o", "probe", stdin="int main(void) { return 0; }\n")
        self.run_ok("./probe")

    def test_output_to_standard_output(self):
        self.assertIn("branch", self.cc("-x", "c", "-S", "-o", "-", "-", stdin=BRANCH))
        self.assertIn("int branch", self.cc("-E", "-", stdin=BRANCH))

    def test_programs_run_unchanged(self):
        self.write("m.c", MAIN)
        self.write("a.c", BRANCH)
        self.cc("m.c", "a.c", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_default_output_name(self):
        self.write("conftest.c", "int main(void) { return 0; }\n")
        self.cc("conftest.c")
        self.run_ok("./a.out")

    def test_missing_things_are_missing(self):
        """A compiler that accepts everything makes configure believe in functions that do not exist."""
        for source in ("#include <no_such_header.h>\nint main(void) { return 0; }\n",
                       "char no_such_function(); int main(void) { return no_such_function(); }\n",
                       "int main(void) { return sizeof(no_such_type); }\n", "choke me\n",
                       # no main at all
                       "int f(void) { return 1; }\n"):
            self.assertNotEqual(self.run_any(CC, "-x", "c", "-", "-o", "probe", stdin=source).returncode, 0, source)

    def test_functions_declared_as_configure_does(self):
        for function in ("printf", "malloc", "memcmp", "strlen", "getenv", "fopen", "read"):
            source = f"#ifdef __cplusplus\nextern \"C\"\n#endif\nchar {function} ();\nint main () {{ return {function} (); }}\n"
            for optimisation in ("-O0", "-O2"):
                self.cc("-w", optimisation, "-x", "c", "-", "-o", "probe", stdin=source)

    def test_sizes_found_by_running(self):
        self.write("size.c", '#include <stdio.h>\nint main(void) { FILE *f = fopen("size.txt", "w");'
                             ' fprintf(f, "%d", (int)sizeof(long)); return fclose(f); }\n')
        self.cc("size.c", "-o", "size")
        self.run_ok("./size")
        self.assertEqual(self.read("size.txt"), "8")

    def test_predefined_macros_are_clangs(self):
        for language in ("c", "c++"):
            arguments = ["-dM", "-E", "-x", language, "/dev/null"]
            ours = set(self.cc(*arguments).splitlines()) - {"#define __NO_CTYPE 1"}
            self.assertEqual(ours, set(self.run_ok(CLANG, *arguments).splitlines()), language)


class Dependencies(CompilerTest):
    def test_dependency_files(self):
        self.write("a.h", "#define A 1\n")
        self.write("a.c", '#include "a.h"\n#include <stdio.h>\nint a(void) { return A; }\n')
        self.cc("-MD", "-MP", "-MF", "a.d", "-MT", "target", "-c", "a.c")
        text = self.read("a.d")
        self.assertTrue(text.startswith("target: "), text)
        self.assertIn("a.h", text)
        self.assertIn("stdio.h", text)
        self.cc("-MMD", "-c", "a.c", "-o", "b.o")
        self.assertEqual(self.read("b.d").split(), ["b.o:", "a.c", "a.h"])

    def test_dependencies_only(self):
        self.write("a.h", "")
        self.write("a.c", '#include "a.h"\n')
        self.assertEqual(self.cc("-MM", "a.c"), self.run_ok(CLANG, "-MM", "a.c"))
        self.write("a.cpp", '#include "a.h"\n#include <string>\n')
        self.assertEqual(self.cxx("-MM", "a.cpp"), self.run_ok(CLANGXX, "-MM", "a.cpp"))


if __name__ == "__main__":
    unittest.main()
