"""What Braid's compilers say themselves: what is refused, what is missing, and long command lines."""

import os
import shutil
import unittest

from support import BIN, BRANCH, CC, CXX, LIB, MAIN, PREFIX, CompilerTest


class Refusals(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("a.c", BRANCH)

    def test_other_machines(self):
        self.assertIn("x86-64", self.refuses("-m32", "-c", "a.c"))
        self.assertIn("x86-64", self.refuses("--target=aarch64-linux-gnu", "-c", "a.c"))
        self.assertIn("x86-64", self.refuses("-m32", "a.c", compiler=CXX))
        self.cc("-m64", "-march=x86-64-v2", "-c", "a.c")

    def test_link_time_optimisation(self):
        for option in ("-flto", "-flto=thin", "-flto=auto", "-flto=full"):
            message = self.refuses(option, "-c", "a.c")
            self.assertIn("-fno-lto", message)
        self.cc("-flto", "-fno-lto", "-c", "a.c")
        self.assert_instrumented("a.o")

    def test_sanitizers(self):
        for name in ("address", "memory", "thread", "leak", "hwaddress", "dataflow", "safe-stack"):
            message = self.refuses("-fsanitize=" + name, "-c", "a.c")
            self.assertIn("-fno-sanitize=" + name, message)
        self.cc("-fsanitize=address,undefined", "-fno-sanitize=address", "-c", "a.c")
        self.assert_instrumented("a.o")

    def test_refused_options_in_response_files(self):
        self.write("flags", "-O2 @more")
        self.write("more", "-flto")
        self.assertIn("-flto", self.refuses("@flags", "-c", "a.c"))


class Incomplete(CompilerTest):
    """Copies of the built tree with something missing."""

    def setUp(self):
        super().setUp()
        self.write("a.c", BRANCH)
        self.write("m.c", MAIN)
        os.mkdir(self.path("copy"))
        os.mkdir(self.path("copy/bin"))
        os.mkdir(self.path("copy/lib"))
        shutil.copy(os.path.realpath(CC), self.path("copy/bin/braid-cc"))
        os.symlink("braid-cc", self.path("copy/bin/braid-c++"))
        os.symlink(os.path.join(PREFIX, "include"), self.path("copy/include"))
        for name in os.listdir(LIB):
            if name.startswith(("braid-", "libbraid-")):
                os.symlink(os.path.join(LIB, name), self.path("copy/lib/" + name))
        self.compiler = self.path("copy/bin/braid-cc")

    def test_copy_works(self):
        self.run_ok(self.compiler, "m.c", "a.c", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_called_through_a_link(self):
        os.symlink(self.compiler, self.path("cc"))
        self.run_ok("./cc", "m.c", "a.c", "-o", "m")
        os.symlink(self.path("copy/bin/braid-c++"), self.path("my-c++"))
        self.write("x.cpp", "#include <string>\nint main() { return int(std::string(\"\").size()); }\n")
        self.run_ok("./my-c++", "x.cpp", "-o", "x")

    def test_missing_parts(self):
        for name, command in (("braid-pass.so", ["-c", "a.c"]), ("braid-unit.o", ["m.c", "a.c"]),
                              ("braid-rt.o", ["m.c", "a.c"]), ("libbraid-rt.so", ["-shared", "-fPIC", "a.c"])):
            os.rename(self.path("copy/lib/" + name), self.path("copy/hidden"))
            message = self.refuses(*command, compiler=self.compiler)
            self.assertIn(name, message)
            self.assertIn("./braid doctor", message)
            os.rename(self.path("copy/hidden"), self.path("copy/lib/" + name))

    def test_parts_that_are_not_needed_are_not_asked_for(self):
        shutil.rmtree(self.path("copy/lib"))
        self.run_ok(self.compiler, "--version")
        self.run_ok(self.compiler, "-E", "a.c")
        self.run_ok(self.compiler, "-ffreestanding", "-c", "a.c")


class CommandLines(CompilerTest):
    def test_response_files(self):
        self.write("a.c", BRANCH)
        self.write("m.c", '#include <stdio.h>\nint branch(const int *p);\nint main(void) { int x = 4; puts(TEXT);'
                          ' printf("%d\\n", branch(&x)); }\n')
        self.write("flags", "'-DTEXT=\"two words\"' @inputs\n")
        self.write("inputs", "m.c\na.c -o\tm")
        self.cc("@flags")
        self.assertEqual(self.run_ok("./m"), "two words\n20\n")

    def test_missing_response_file(self):
        self.assertIn("@nowhere", self.run_any(CC, "-c", "@nowhere").stderr)

    def test_very_long_command_lines(self):
        """As long as the system allows: what Braid adds must still fit."""
        self.write("m.c", MAIN)
        self.write("a.c", BRANCH)
        limit = os.sysconf("SC_ARG_MAX")
        variables = sum(len(name) + len(value) + 2 + 8 for name, value in self.environment.items())
        # Each argument costs its length, its end and a pointer; the system keeps a few pages for itself.
        room = limit - variables - 3 * 4096
        define = "-DX" + "x" * 988
        arguments = [define] * (room // (len(define) + 1 + 8) - 2)
        outcome = self.run_any(CC, *arguments, "m.c", "a.c", "-o", "m", "-Wno-macro-redefined")
        self.assertEqual(outcome.returncode, 0, outcome.stderr[-2000:])
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_names_with_blanks_and_quotes(self):
        self.write("my \"files\"/a b.c", BRANCH)
        self.write("m.c", MAIN)
        self.cc("m.c", "my \"files\"/a b.c", "-o", "the program")
        self.assertEqual(self.run_ok("./the program"), "20\n")

    def test_end_of_options(self):
        self.write("-a.c", BRANCH)
        self.write("m.c", MAIN)
        self.cc("-o", "m", "--", "-a.c", "m.c")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_verbose(self):
        self.write("a.c", BRANCH)
        outcome = self.run_any(CC, "-c", "a.c", "-DX=a b", BRAID_VERBOSE="1")
        self.assertIn("-fpass-plugin=", outcome.stderr)
        self.assertIn("'-DX=a b'", outcome.stderr)
        self.assertEqual(self.run_any(CC, "-c", "a.c", BRAID_VERBOSE="0").stderr, "")

    def test_commands_are_shown_not_run(self):
        self.write("a.c", BRANCH)
        outcome = self.run_any(CC, "-###", "-c", "a.c")
        self.assertEqual(outcome.returncode, 0)
        self.assertIn("-fpass-plugin=", outcome.stderr)
        self.assertFalse(os.path.exists(self.path("a.o")))

    def test_exit_code_is_clangs(self):
        self.write("wrong.c", "int f( { }\n")
        self.assertEqual(self.run_any(CC, "-c", "wrong.c").returncode, 1)

    def test_names(self):
        self.assertTrue(os.path.islink(CXX) or os.path.exists(CXX))
        self.assertEqual(os.path.dirname(os.path.realpath(CXX)), os.path.realpath(BIN))


if __name__ == "__main__":
    unittest.main()
