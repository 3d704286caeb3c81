"""braid trace on small programs: what it shows, its exit codes, its JSON, and that options reach the right place."""

import json
import os
import shutil
import subprocess
import tempfile
import time
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
  if (line[0] == 'p')
    for (volatile int i = 0;; i++)
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

    def build(self, source, text, *options, compiler=os.path.join(BIN, "braid-cc")):
        """A program named like its source, unless the options say otherwise."""
        if source:
            with open(os.path.join(self.folder, source), "w", encoding="utf-8") as file:
                file.write(text)
            options = (source, *options) if "-o" in options else (source, "-o", source.removesuffix(".c"), *options)
        subprocess.run([compiler, "-g", "-O1", *options], cwd=self.folder, check=True)

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
        self.assertIn("outcome killed by SIGABRT", self.trace("./prog", stdin="k\n", expected=1).stdout)

    def test_findings(self):
        """A crash or a failed assertion is exit code 1; other inputs of the same program are not."""
        self.build("check.c", "#include <braid.h>\n#include <stdio.h>\n"
                   "int main(void) { int c = getchar(); braid_assert(c != 'x'); return c == 'y'; }\n")
        text = self.trace("./check", stdin="x", expected=1).stdout
        self.assertIn("assertion failed: c != 'x'", text)
        self.trace("./check", stdin="y")
        self.trace("./check", stdin="z")

    def test_limit(self):
        text = self.trace("--time-limit", "0.5", "./prog", stdin="s\n", expected=4).stdout
        self.assertIn("stdin[0] == 's'", text)
        text = self.trace("--time-limit", "0.5", "./prog", stdin="p\n", expected=4).stdout
        self.assertIn("outcome out of time", text)
        self.assertIn("\n  the limit is 500 ms: --time-limit\n", text)

    def test_a_loop_without_end(self):
        """Is told from one that takes long, however long it may take, and before."""
        self.build("stuck.c", "#include <stdio.h>\nint main(void) { int c = getchar(); volatile int left = 9;\n"
                   "  if (c == 'x') while (left > 0) left = left - 0;\n"
                   "  if (c == 'y') for (volatile long i = 0; i >= 0; i++) ;\n  return 0; }\n")
        text = self.trace("--time-limit", "100000", "./stuck", stdin="x", expected=4).stdout
        self.assertIn("outcome out of time for ever: a state came again", text)
        self.assertNotIn("--time-limit", text)
        text = self.trace("--time-limit", "4", "./stuck", stdin="y", expected=4).stdout
        self.assertIn("outcome out of time after", text)

    def test_time_limit_of_the_start(self):
        self.build("forever.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n", compiler="gcc-12")
        begin = time.monotonic()
        message = self.trace("--time-limit", "2", "./forever", expected=5).stderr
        self.assertLess(time.monotonic() - begin, 10)
        self.assertIn("within 2.0 s", message)
        self.assertIn("not built with braid-cc", message)
        self.assertIn("--time-limit", message)

    def test_all_output(self):
        text = self.trace("--file-limit", "200MiB", "./prog", stdin="w\n").stdout
        self.assertIn("standard output of the program (first 1,048,576 bytes)", text)
        text = self.trace("--all", "--file-limit", "200MiB", "./prog", stdin="w\n").stdout
        self.assertIn("standard output of the program (104,857,600 bytes)", text)
        self.assertTrue(text.endswith(f"{(100 << 10) - 1}\n"))

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

    def test_reasons_for_nothing_symbolic(self):
        self.build("hello.c", '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n')
        text = self.trace("./hello", expected=3).stdout
        self.assertNotIn("no instrumented code", text)
        self.assertIn("asked for this input", text)

        self.build("reads.c", "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n", "-c", "-o", "reads.o",
                   compiler="gcc-12")
        self.build("", "", "reads.o", "-o", "reads")
        text = self.trace("./reads", expected=3).stdout
        self.assertIn("6 bytes, not read by code that Braid follows", text)
        self.assertIn("compile it with braid-cc too", text)

        self.build("named.c", "#include <stdio.h>\nint main(int argc, char **argv) {\n"
                   "  FILE *file = fopen(argv[argc - 1], \"r\");\n  return file && fgetc(file) == 'x' ? 0 : 1;\n}\n")
        self.assertIn("--file PATH", self.trace("./named", "input.txt", stdin="", expected=3).stdout)

    def test_end_before_main(self):
        self.build("ends.c", "#include <stdlib.h>\n__attribute__((constructor)) static void begin(void) {\n"
                   "  exit(6); }\nint main(int argc, char **argv) { return argv[argc - 1][0] == 'x'; }\n")
        message = self.trace("./ends", "x", expected=5).stderr
        self.assertIn("ended before main (exit status 6)", message)

    def test_scripts(self):
        for name, text in (("run.sh", "read line\n./prog\n"), ("nothing.sh", "exit 4\n")):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + text)
            os.chmod(os.path.join(self.folder, name), 0o755)
        self.assertIn("the shell of a script", self.trace("./run.sh", expected=3).stdout)
        message = self.trace("./nothing.sh", expected=5).stderr
        self.assertIn("this is a script", message)
        self.assertIn("exit status 4", message)

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
            script = file.read()
        self.assertIn("(declare-const |stdin[0]| (_ BitVec 8))", script)
        self.assertIn("; prog.c:", script)
        self.assertNotIn("__braid_model", script)
        self.assertEqual(self.trace("--smtlib", "-", "./prog").stdout, script)

    def test_smtlib_that_cannot_be_written(self):
        """Found before the program runs, which would leave a mark."""
        self.build("marks.c", '#include <stdio.h>\nint main(void) { return fopen("mark", "w") == 0 || getchar() == 1; }\n')
        self.assertIn("cannot be written", self.trace("--smtlib", "no/such/folder", "./marks", expected=2).stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "mark")))
        self.assertIn("--json", self.trace("--json", "--smtlib", "-", "./marks", expected=2).stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "mark")))

    def test_usage(self):
        for arguments, words in (
                (["./nothing"], "there is no such program"),
                (["no_prog"], "neither here nor in PATH"),
                (["."], "is a folder"),
                ([], "PROGRAM"),
                (["--arg-symbolic", "2", "./prog", "x"], "the program is given 1 argument"),
                (["--env", "BRAID_NOT_SET", "./prog"], "not set"),
                (["--file", "nothing", "./prog"], "cannot be read"),
                (["--color", "pink", "./prog"], "pink"),
                (["--time-limit", "-1", "./prog"], "'-1' is not a number of seconds"),
                (["--time-limit", "x", "./prog"], "'x' is not a number of seconds"),
                (["--time-limit", "1e300", "./prog"], "'1e300' is not a number of seconds"),
                (["--arg-symbolic", "abc", "./prog", "x"], "'abc' is not the number of an argument"),
                (["--arg-symbolic", "0", "./prog", "x"], "'0' is not the number of an argument"),
                (["--memory-limit", "much", "./prog"], "'much' is not a size"),
                (["--file-limit", "-1", "./prog"], "'-1' is not a size")):
            message = self.trace(*arguments, expected=2).stderr
            self.assertLess(len(message), 300)
            self.assertIn(words, message)
            self.assertIn("braid trace --help", message)

    def test_not_instrumented(self):
        message = self.trace("/bin/true", expected=5).stderr
        self.assertIn("the program was not built with braid-cc", message)
        self.assertIn("braid-cc prog.c -o prog", message)


if __name__ == "__main__":
    unittest.main()
