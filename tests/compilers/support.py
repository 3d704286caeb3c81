"""What the tests of the drop-in compilers share: a folder for each test, the two compilers, and plain Clang to
compare with. The environment variable BRAID_PREFIX names the built tree (bin, lib, include)."""

import os
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BIN = os.path.join(PREFIX, "bin")
LIB = os.path.join(PREFIX, "lib")
CC = os.path.join(BIN, "braid-cc")
CXX = os.path.join(BIN, "braid-c++")
CLANG = os.environ.get("BRAID_CLANG", "clang-19")
CLANGXX = os.environ.get("BRAID_CLANGXX", "clang++-19")


class CompilerTest(unittest.TestCase):
    """Each test runs in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-compilers-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("BRAID_VERBOSE", "BRAID_CONTROL", "CFLAGS", "LDFLAGS", "CPATH")}
        self.environment["LC_ALL"] = "C"

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def run_any(self, *command, stdin="", **variables):
        """Runs a command, whatever its outcome."""
        return subprocess.run(command, cwd=self.folder, input=stdin, text=True, capture_output=True, check=False,
                              env={**self.environment, **variables})

    def run_ok(self, *command, stdin="", **variables):
        """Runs a command that has to succeed; gives what it printed."""
        outcome = self.run_any(*command, stdin=stdin, **variables)
        self.assertEqual(outcome.returncode, 0, f"{' '.join(command)}\n{outcome.stdout}{outcome.stderr}")
        return outcome.stdout

    def cc(self, *arguments, stdin="", **variables):
        return self.run_ok(CC, *arguments, stdin=stdin, **variables)

    def cxx(self, *arguments, stdin="", **variables):
        return self.run_ok(CXX, *arguments, stdin=stdin, **variables)

    def refuses(self, *arguments, compiler=CC):
        """The message of a compilation that has to fail by our own decision."""
        outcome = self.run_any(compiler, *arguments)
        self.assertEqual(outcome.returncode, 1, outcome.stdout + outcome.stderr)
        self.assertTrue(outcome.stderr.startswith(os.path.basename(compiler) + ": error: "), outcome.stderr)
        return outcome.stderr

    def symbols(self, name, *options):
        return self.run_ok("nm", *options, name)

    def assert_instrumented(self, name):
        self.assertIn("__braid_coarse", self.symbols(name), name + " is not instrumented")

    def assert_plain(self, name):
        self.assertNotIn("__braid_", self.symbols(name), name + " is instrumented")


# A function that reads memory and branches: instrumented code for it cannot do without the runtime.
BRANCH = "int branch(const int *p) { return *p > 3 ? *p * 5 : 1; }\n"
MAIN = """#include <stdio.h>
int branch(const int *p);
int main(void) { int x = 4; printf("%d\\n", branch(&x)); return 0; }
"""
