"""braid trace on small programs: what it shows, its exit codes, its JSON, and that options reach the right place."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

BIN = os.path.join(os.environ["BRAID_PREFIX"], "bin")

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char line[16];
  if (argc > 1 && argv[1][0] == '-')
    puts("option");
  const char *mode = getenv("MODE");
  if (mode && mode[0] == 'f')
    puts("fast");
  if (argc > 2) {
    FILE *file = fopen(argv[2], "r");
    if (file && fgetc(file) == 'x')
      puts("file");
  }
  if (!fgets(line, sizeof line, stdin))
    return 7;
  if (line[0] == 'h')
    puts("h");
  if (line[0] == 'k')
    abort();
  while (line[0] == 's')
    ;
  if (line[0] == 'm') {
    void *volatile block = malloc(1100u << 20);
    puts(block ? "memory" : "no memory");
  }
  if (line[0] == 'l') {
    char *block = malloc(64 << 20);
    memset(block, line[1], 64 << 20);
    return block[1 << 20] == 'x';
  }
  if (line[0] == 'w')
    for (int i = 0; i < 100 << 10; i++)
      printf("%1023d\n", i);
  switch (line[1]) {
  case 'e': puts("e"); break;
  case 'f': puts("f"); break;
  }
  return strcmp(line, "hex\n") == 0 ? 3 : 0;
}
"""


class Trace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="braid-trace-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with open(os.path.join(cls.folder, "prog.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(cls.folder, "input.txt"), "w", encoding="utf-8") as file:
            file.write("xyz")
        subprocess.run([os.path.join(BIN, "braid-cc"), "-g", "-O1", "prog.c", "-o", "prog"], cwd=cls.folder, check=True)

    def trace(self, *arguments, stdin="hello\n", expected=0, **variables):
        outcome = subprocess.run([os.path.join(BIN, "braid"), "trace", *arguments], cwd=self.folder, input=stdin,
                                 text=True, capture_output=True, check=False, env={**os.environ, **variables})
        self.assertEqual(outcome.returncode, expected, outcome.stdout + outcome.stderr)
        return outcome

    def json(self, *arguments, **others):
        return json.loads(self.trace("--json", *arguments, **others).stdout)

    def test_decisions(self):
        text = self.trace("./prog").stdout
        self.assertIn("  stdin            6 of 6 bytes used", text)
        self.assertIn("prog.c:20:7 (main)   if (line[0] == 'h')\n", text)
        self.assertIn("stdin[0] == 'h'  →  true\n", text)
        self.assertIn("stdin[0] == 'k'  →  false\n", text)
        self.assertIn("switch (stdin[1])  →  case 'e'\n", text)
        self.assertIn("in strcmp: stdin[0] != 'h'  →  false\n", text)
        self.assertIn("outcome exit status 0", text)
        self.assertIn("standard output of the program (4 bytes)\n  | h\n  | e\n", text)
        self.assertNotIn("\x1b", text)

    def test_outcomes(self):
        self.assertIn("outcome exit status 3", self.trace("./prog", stdin="hex\n").stdout)
        self.assertIn("outcome killed by SIGABRT", self.trace("./prog", stdin="k\n").stdout)

    def test_limit(self):
        text = self.trace("--time-limit", "0.5", "./prog", stdin="s\n", expected=4).stdout
        self.assertIn("stdin[0] == 's'", text)

    def test_memory_limit(self):
        self.assertIn("  | memory\n", self.trace("--memory-limit", "2GiB", "./prog", stdin="m\n").stdout)
        self.assertIn("  | memory\n", self.trace("--memory-limit", "0", "./prog", stdin="m\n").stdout)
        note = "an allocation of 1,153,433,600 bytes failed; the limit is 1.0 GiB: --memory-limit"
        text = self.trace("--memory-limit", "1GiB", "./prog", stdin="m\n").stdout
        self.assertIn("  | no memory\n", text)
        self.assertIn("\n  " + note + "\n", text)
        document = self.json("--memory-limit", "1GiB", "./prog", stdin="m\n")
        self.assertEqual((document["outcome"]["limits"], document["outcome"]["status"]), ([note], 0))
        self.assertEqual(self.json("./prog")["outcome"]["limits"], [])

    def test_memory_for_labels(self):
        text = self.trace("--memory-limit", "128MiB", "./prog", stdin="lx\n", expected=4).stdout
        self.assertIn("outcome stopped: there is no memory left for the labels", text)
        self.assertIn("the limit is 128.0 MiB: --memory-limit", text)
        document = self.json("--memory-limit", "128MiB", "./prog", stdin="lx\n", expected=4)
        self.assertEqual(document["events"][-1]["end"], "no-memory")

    def test_file_limit(self):
        text = self.trace("./prog", stdin="w\n", expected=4).stdout
        self.assertIn("outcome killed by SIGXFSZ", text)
        self.assertIn("the limit is 64.0 MiB: --file-limit", text)
        self.assertIn("exit status 0", self.trace("--file-limit", "200MiB", "./prog", stdin="w\n").stdout)
        self.assertIn("--file-limit", self.json("./prog", stdin="w\n", expected=4)["outcome"]["limits"][0])

    def test_nothing_symbolic(self):
        text = self.trace("./prog", stdin="", expected=3).stdout
        self.assertIn("nothing was symbolic", text)
        self.assertIn("The input was empty", text)

    def test_other_sources(self):
        text = self.trace("--arg-symbolic", "1", "--file", "input.txt", "--env", "MODE", "./prog", "-v", "input.txt",
                          MODE="fast").stdout
        self.assertIn("argv[1][0] == '-'  →  true", text)
        self.assertIn("file \"input.txt\"[0] == 'x'  →  true", text)
        self.assertIn("getenv(\"MODE\")[0] == 'f'  →  true", text)
        with open(os.path.join(self.folder, "input.txt"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "xyz")

    def test_not_symbolic_unless_asked(self):
        text = self.trace("./prog", "-v", "input.txt", MODE="fast").stdout
        self.assertIn("  | option\n  | fast\n  | file\n", text)
        self.assertNotIn("argv[1]", text)
        text = self.trace("--no-stdin", "--arg-symbolic", "1", "./prog", "-v").stdout
        self.assertIn("6 bytes, not symbolic", text)
        self.assertNotIn("stdin[0] ==", text)

    def test_what_follows_the_program_is_its_own(self):
        document = self.json("./prog", "--all", "-x", "--", "version")
        self.assertEqual(document["arguments"], ["--all", "-x", "--", "version"])

    def test_json(self):
        document = self.json("./prog", stdin="hex\n")
        self.assertEqual((document["format"], document["version"]), ("braid-trace", 1))
        self.assertEqual(document["outcome"]["status"], 3)
        self.assertEqual(document["output"]["text"], "h\ne\n")
        self.assertEqual((document["problems"], document["self_check"]), ([], []))
        branch = next(event for event in document["events"] if event.get("condition") == "stdin[0] == 'h'")
        self.assertEqual((branch["file"], branch["line"], branch["taken"], branch["in"]), ("prog.c", 20, True, None))
        self.assertEqual(document["events"][-1]["end"], "exit")

    def test_colour(self):
        self.assertIn("\x1b[32mtrue\x1b[0m", self.trace("--color", "always", "./prog").stdout)

    def test_smtlib(self):
        self.trace("--smtlib", "path.smt2", "./prog")
        with open(os.path.join(self.folder, "path.smt2"), encoding="utf-8") as file:
            self.assertIn("(declare-const |stdin[0]| (_ BitVec 8))", file.read())
        self.trace("--smtlib", "no/such/folder", "./prog", expected=2)

    def test_usage(self):
        for arguments, words in (
                (["./nothing"], "there is no such program"),
                (["prog"], "write ./prog"),
                (["."], "is not a program"),
                ([], "PROGRAM"),
                (["--arg-symbolic", "2", "./prog", "x"], "the program is given 1 argument"),
                (["--env", "BRAID_NOT_SET", "./prog"], "not set"),
                (["--file", "nothing", "./prog"], "cannot be read"),
                (["--color", "pink", "./prog"], "pink"),
                (["--time-limit", "-1", "./prog"], "-1"),
                (["--memory-limit", "much", "./prog"], "much"),
                (["--file-limit", "-1", "./prog"], "-1")):
            message = self.trace(*arguments, expected=2).stderr
            self.assertIn(words, message)
            self.assertIn("braid trace --help", message)

    def test_not_instrumented(self):
        self.assertIn("braid-cc", self.trace("/bin/true", expected=5).stderr)


if __name__ == "__main__":
    unittest.main()
