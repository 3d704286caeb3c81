"""However a program is compiled and linked, the same decisions are recorded."""

import json
import os
import unittest

from support import BIN, CompilerTest

BRAID = os.path.join(BIN, "braid")
CHECK = """#include <string.h>
int check(const char *text) {
  if (text[0] != 'b')
    return 0;
  return strcmp(text + 1, "raid\\n") == 0;
}
"""
MAIN = """#include <stdio.h>
int check(const char *text);
int main(void) {
  char line[64];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  puts(check(line) ? "yes" : "no");
  return 0;
}
"""
LOADER = """#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char line[64];
  if (argc < 2 || !fgets(line, sizeof line, stdin))
    return 1;
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*check)(const char *) = library ? (int (*)(const char *))dlsym(library, "check") : 0;
  if (!check)
    return 1;
  puts(check(line) ? "yes" : "no");
  return 0;
}
"""


class Recording(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("check.c", CHECK)
        self.write("main.c", MAIN)
        self.write("loader.c", LOADER)
        self.write("check.map", "{ global: check; local: *; };\n")

    def record(self, *program):
        return json.loads(self.run_ok(BRAID, "trace", "--json", *program, stdin="bread\n"))

    def decisions(self, *program):
        """What was decided within check(), as a list of conditions with their outcome."""
        trace = self.record(*program)
        self.assertEqual((trace["output"]["text"], trace["problems"], trace["self_check"]), ("no\n", [], []))
        return [(event["line"], event["condition"], event["taken"]) for event in trace["events"]
                if event["kind"] == "branch" and event["function"] == "check"]

    def assert_recorded(self, *program):
        found = self.decisions(*program)
        for place in ((3, "stdin[0]"), (5, "stdin[1]")):
            self.assertTrue(any(line == place[0] and place[1] in condition for line, condition, _ in found),
                            f"{place} is not in {found}")

    def test_optimisations(self):
        for option in ("-O0", "-O1", "-O2", "-O3", "-Os", "-g"):
            with self.subTest(option):
                self.cc(option, "main.c", "check.c", "-o", "main")
                self.assert_recorded("./main")

    def test_linking(self):
        self.cc("-O1", "-fPIC", "-c", "main.c", "check.c")
        for options in (["-no-pie"], ["-static"], ["-static-pie"], ["-fuse-ld=lld"], ["-fuse-ld=gold"], ["-Wl,--gc-sections"],
                        ["-Wl,--exclude-libs,ALL"], ["-rdynamic"], ["-s"]):
            with self.subTest(options):
                self.cc(*options, "main.o", "check.o", "-o", "main")
                self.assert_recorded("./main")

    def test_shared_libraries(self):
        self.cc("-O1", "-fPIC", "-c", "check.c")
        for options in ([], ["-Wl,--version-script=check.map"], ["-Wl,-Bsymbolic"], ["-Wl,--exclude-libs,ALL"], ["-Wl,-z,defs"],
                        ["-fuse-ld=lld"]):
            with self.subTest(options):
                self.cc("-shared", *options, "check.o", "-o", "libcheck.so")
                self.cc("main.c", "-L.", "-lcheck", f"-Wl,-rpath,{self.folder}", "-o", "main")
                self.assert_recorded("./main")
                self.cc("loader.c", "-o", "loader")
                self.assert_recorded("./loader", "./libcheck.so")

    def test_preprocessed_and_assembler(self):
        self.cc("-E", "check.c", "-o", "check.i")
        self.cc("-S", "-O1", "check.i", "-o", "check.s")
        self.cc("main.c", "check.s", "-o", "main")
        self.assert_recorded("./main")

    def test_undefined_behaviour_sanitizer(self):
        self.cc("-fsanitize=undefined", "main.c", "check.c", "-o", "main")
        self.assert_recorded("./main")

    def test_uninstrumented_part_is_said_to_lose_symbols(self):
        self.cc("-ffreestanding", "-c", "check.c")
        self.cc("main.c", "check.o", "-o", "main")
        self.assertEqual(self.decisions("./main"), [])

    def test_cxx(self):
        self.write("main.cpp", """#include <iostream>
#include <sstream>
#include <string>
extern "C" int check(const char *text);
int main() {
  std::string line;
  std::getline(std::cin, line);
  line += '\\n';
  std::cout << (check(line.c_str()) ? "yes" : "no") << '\\n';
}
""")
        self.cc("-O1", "-c", "check.c")
        for options in (["-O0"], ["-O2"], ["-static"]):
            with self.subTest(options):
                self.cxx(*options, "main.cpp", "check.o", "-o", "main")
                self.assert_recorded("./main")


if __name__ == "__main__":
    unittest.main()
