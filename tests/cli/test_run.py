"""braid run: what is input, limits and what is said about them, results, findings, going on after a kill."""

import glob
import json
import os
import random
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")

WORD = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  char word[32];
  if (scanf("%31s", word) != 1)
    return 1;
  if (strcmp(word, "braid") == 0)
    puts("yes");
  return 0;
}
"""

FORTY = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char text[64];
  int length = 0, each;
  while (length < 64 && (each = getchar()) != EOF)
    text[length++] = each;
  if (length >= 40 && text[39] == 'x' && text[0] == '<')
    abort();
  return 0;
}
"""

# Four different bugs, two of them on three paths each.
BUGS = r"""
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static void strike(void) {
  volatile int *nowhere = 0;
  *nowhere = 1; /* struck */
}
int main(void) {
  int first = getchar(), second = getchar();
  if (first == 'a') {
    if (second == 'x')
      puts("x");
    abort();
  }
  if (first == 'n') {
    if (second == 'x')
      puts("x");
    strike();
  }
  assert(first != 'e' || second != 'f');
  if (first == 'l')
    for (;;)
      ;
  return 0;
}
"""

LOOP = r"""
#include <stdio.h>
int main(void) {
  int count = 0, each;
  while ((each = getchar()) != EOF)
    if (each == 'a')
      count++;
  return count;
}
"""

UNSTEADY = r"""
#include <stdio.h>
#include <time.h>
int main(void) {
  struct timespec now;
  int each = getchar();
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_nsec / 1000 % 2) {
    if (each == 'a')
      puts("a");
  } else if (each == 'b')
    puts("b");
  return 0;
}
"""

SORT = r"""
#include <braid.h>
int main(void) {
  unsigned char a[6];
  BRAID_SYMBOLIC(a);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j + 1 < 6 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return 0;
}
"""


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-run-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def braid(self, *words, code=0, env=None, **options):
        result = subprocess.run([BRAID, "run", *words], cwd=self.folder, capture_output=True, text=True, check=False,
                                timeout=250, env={**os.environ, "NO_COLOR": "1", **(env or {})}, **options)
        if code is not None:
            self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def stats(self, out):
        with open(os.path.join(self.folder, out, "stats.json"), encoding="utf-8") as file:
            return json.load(file)

    def kept(self, out):
        found = []
        for path in sorted(glob.glob(os.path.join(self.folder, out, "tests", "*.json"))):
            with open(path, encoding="utf-8") as file:
                found.append(json.load(file))
        return found

    def paths(self, out):
        return sorted(test["path"] for test in self.kept(out) if test["is_path"])

    # --- what is input ---

    def test_the_readme_word(self):
        self.write("word.c", WORD)
        result = self.braid("word.c", "--stdin", "8")
        self.assertIn("All paths were explored.", result.stdout)
        inputs = [test["inputs"][0].get("text", "") for test in self.kept("braid-out/word")]
        self.assertIn("braid", [text.strip() for text in inputs])

    def test_inputs_grow_from_nothing(self):
        self.write("forty.c", FORTY)
        result = self.braid("forty.c", "-o", "out", code=1)
        self.assertRegex(result.stdout, r"abort at forty.c:10 \(main\)")
        finding = glob.glob(os.path.join(self.folder, "out", "findings", "001-*", "test.input"))[0]
        with open(finding, "rb") as file:
            bytes_found = file.read()
        self.assertGreaterEqual(len(bytes_found), 40)
        self.assertEqual((bytes_found[0:1], bytes_found[39:40]), (b"<", b"x"))
        # ... and not beyond what is allowed.
        self.braid("forty.c", "-o", "short", "--stdin", "39")
        self.assertTrue(self.stats("short")["complete"])

    def test_files_arguments_and_variables(self):
        self.write("file.c", r"""
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : 0;
  if (!file)
    return 9;
  if (fgetc(file) == '!')
    return 7;
  return 8;
}""")
        self.braid("file.c", "-o", "file", "--", "@@")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("file")}, {7, 8})
        self.assertTrue(all(test["inputs"][1]["kind"] == "file" for test in self.kept("file")))
        # Every executor has a file of its own.
        self.write("letters.c", r"""
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : 0;
  int c;
  while (file && (c = fgetc(file)) != EOF)
    if (c > 'm')
      putchar('+');
  return 0;
}""")
        self.braid("letters.c", "-o", "letters", "--max-input", "9", "--jobs", "2", "--", "@@")
        self.assertTrue(self.stats("letters")["complete"])
        self.assertEqual(self.stats("letters")["paths"], 2 ** 10 - 1)
        self.assertEqual(len({test["inputs"][1]["source"] for test in self.kept("letters")}), 1)
        said = self.braid("letters.c", "--file", "x", "--jobs", "2", code=2).stderr
        self.assertIn("--file with --jobs", said)
        self.write("arg.c", r"""
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-v") == 0 && strcmp(argv[2], "go") == 0)
    return 1;
  return 0;
}""")
        self.braid("arg.c", "-o", "arg", "--arg", "3", "--", "-v")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("arg")}, {0, 1})
        # where the text of an argument ends is input, and no bound of the object
        self.write("index.c", r"""
#include <stdio.h>
int main(int argc, char **argv) {
  int i = getchar();
  if (i < 0 || argv[argc - 1][0] >= 'b')
    return 1;
  char x = argv[argc - 1][i & 3];
  if (argv[argc - 1][0] & 1)
    return x == 'q' ? 2 : 3;
  if (x == 7)
    return 4;
  return 5;
}""")
        self.braid("index.c", "-o", "index", "--stdin", "1", "--arg", "4")
        self.assertTrue(self.stats("index")["complete"])
        self.assertEqual(self.stats("index")["divergences"], 0)
        self.write("env.c", r"""
#include <stdlib.h>
int main(void) {
  const char *value = getenv("BRAID_MODE");
  if (value && value[0] == 'q' && value[1] == '7')
    return 1;
  return 0;
}""")
        self.braid("env.c", "-o", "env", "--env", "BRAID_MODE", env={"BRAID_MODE": "none"})
        self.assertEqual({test["outcome"]["status"] for test in self.kept("env")}, {0, 1})
        self.assertEqual(self.kept("env")[0]["inputs"][1]["hex"][:10], "none".encode().hex() + "00")
        self.write("named.c", r"""
#include <stdio.h>
int main(void) {
  FILE *file = fopen("data.bin", "r");
  if (file && fgetc(file) == 'A' && fgetc(file) == 'B')
    return 1;
  return 0;
}""")
        self.braid("named.c", "-o", "named", "--file", "data.bin")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("named")}, {0, 1})

    def test_names_of_the_input_file(self):
        self.write("suffix.c", r"""
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    char *name = strrchr(argv[i], '='), *end = strchr(argv[i], ',');
    name = name ? name + 1 : argv[i];
    if (end)
      *end = 0;
    if (!strrchr(name, '.') || strcmp(strrchr(name, '.'), ".png"))
      return 8;
    FILE *file = fopen(name, "r");
    if (!file)
      return 9;
    if (fgetc(file) == '!')
      return 7;
    if (end && !fopen(end + 1, "r"))
      return 6;
  }
  return 0;
}""")
        for jobs in ["1", "2"]:
            for number, words in enumerate([["@@.png"], ["@@.png", "in=@@.png"], ["@@", "@@.png"], ["in=@@.png,@@.png"]]):
                out = f"out{jobs}-{number}"
                self.braid("suffix.c", "-o", out, "--jobs", jobs, "--max-input", "1", "--", *words)
                kept = self.kept(out)
                self.assertEqual({test["outcome"]["status"] for test in kept}, {0, 7}, words)
                self.assertTrue(self.stats(out)["complete"])
                found = next(test for test in kept if test["outcome"]["status"] == 7)
                for more in [[], ["--smtlib", "-"]]:
                    again = subprocess.run([BRAID, "replay", "-o", out, str(found["number"]), *more], cwd=self.folder,
                                           capture_output=True, text=True, check=False)
                    self.assertEqual(again.returncode, 0, again.stderr)
                self.assertIn("(assert", again.stdout) # the file that was read was the input
        said = self.braid("suffix.c", "--", "@@.png", "@@.jpg", code=2).stderr
        self.assertIn("@@.jpg and @@.png: @@ stands for one file", said)

    def test_variables_grow_and_shrink(self):
        self.write("env.c", r"""
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *value = getenv("BRAID_MODE");
  if (!value)
    return 9;
  if (!strcmp(value, "interactive"))
    return 1;
  if (!*value)
    return 2;
  return 0;
}""")
        env = {name: value for name, value in os.environ.items() if name != "BRAID_MODE"}
        for out, word, first in [("unset", "BRAID_MODE", ""), ("short", "BRAID_MODE=in", "in"),
                                 ("empty", "BRAID_MODE=", ""), ("equals", "BRAID_MODE=a=b", "a=b")]:
            result = subprocess.run([BRAID, "run", "env.c", "-o", out, "--env", word], cwd=self.folder, env=env,
                                    capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertEqual({test["outcome"]["status"] for test in self.kept(out)}, {0, 1, 2}, out)
            value = bytes.fromhex(self.kept(out)[0]["inputs"][1]["hex"])
            self.assertEqual(value.rstrip(b"\0").decode(), first)
        # What the program reads of it is what the test says.
        test = next(test for test in self.kept("unset") if test["outcome"]["status"] == 1)
        again = subprocess.run([BRAID, "replay", "-o", "unset", str(test["number"])], cwd=self.folder, env=env,
                               capture_output=True, text=True, check=False)
        self.assertIn("exit status 1, as recorded", again.stderr)
        # No longer than it may become.
        self.braid("env.c", "-o", "limit", "--env", "BRAID_MODE=", "--max-input", "10")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("limit")}, {0, 2})
        self.assertIn("the name of the variable is missing", self.braid("env.c", "--env", "=x", code=2).stderr)

    def test_each_input_has_its_own_limit(self):
        self.write("two.c", r"""
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  if (!file)
    return 9;
  int first = fgetc(file), second = fgetc(file), third = fgetc(file);
  if (third == 'z')
    return 1;
  getchar();
  if (getchar() == 'q')
    return puts("q") >= 0 ? 2 : 0;
  return 0;
}""")
        for out, words, found in [("file", ["--stdin", "1", "--max-input", "10"], {0, 1}),
                                  ("stdin", ["--stdin", "10", "--max-input", "1"], {0, 2}),
                                  ("both", ["--stdin", "2"], {0, 1, 2}),
                                  ("none", ["--stdin", "1", "--max-input", "2"], {0})]:
            self.braid("two.c", "-o", out, *words, "--", "@@")
            self.assertEqual({test["outcome"]["status"] for test in self.kept(out)}, found, out)

    def test_seeds(self):
        self.write("forty.c", FORTY)
        os.mkdir(os.path.join(self.folder, "corpus"))
        self.write("corpus/one", "<" + "-" * 38 + "x")
        result = self.braid("forty.c", "-o", "out", "--seeds", "corpus", "--max-runs", "3", code=1)
        self.assertIn("stopped by --max-runs", result.stdout)
        self.braid("forty.c", "--seeds", "nothing", code=2)

    def test_a_program_of_several_sources_and_a_built_one(self):
        self.write("a.c", "int b(int); int main(void) { extern int getchar(void); return b(getchar()); }")
        self.write("b.c", "int b(int x) { if (x == LIMIT) return 3; return 4; }")
        self.braid("a.c", "b.c", "-o", "out", "--compiler-options", "-DLIMIT=65")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("out")}, {3, 4})
        again = self.braid(os.path.join("out", "build", "program"), "-o", "built")
        self.assertIn("All paths were explored.", again.stdout)
        self.assertEqual(self.paths("out"), self.paths("built"))
        # A file that is here is meant, not the program of that name that a shell would find.
        shutil.copy(os.path.join(self.folder, "out", "build", "program"), os.path.join(self.folder, "dirname"))
        self.braid("dirname", "-o", "here")
        self.assertEqual(self.paths("out"), self.paths("here"))

    # --- what goes wrong ---

    def test_errors_have_messages_and_codes(self):
        for words, code, text in [
                (["nothing.c"], 2, "nothing.c: there is no such file"),
                (["./nothing"], 2, "there is no such program"),
                (["."], 2, "is a folder"),
                ([], 2, "FILE"),
                (["x.c", "--strategy", "best"], 2, "they are depth-first"),
                (["bad.c"], 5, "error:"),
                (["part.c"], 5, "the program has no main"),
                (["/bin/true"], 5, "braid-cc"),
                (["x.c", "--max-runs", "-5"], 2, "'-5' is not a whole number"),
                (["x.c", "--time-limit", "soon"], 2, "soon")]:
            self.write("bad.c", "int main(void) { return nonsense; }")
            self.write("x.c", WORD)
            self.write("part.c", "int part(int x) { return x + 1; }")
            result = self.braid(*words, code=None)
            self.assertEqual(result.returncode, code, (words, result.stderr, result.stdout))
            self.assertIn(text, result.stderr, words)
        for place in ["x.c/out", "/proc/none", "/dev/null"]: # where nobody can write, not even root
            said = self.braid("x.c", "-o", place, code=2).stderr
            self.assertIn(f"braid: {place}: the folder for the results cannot be made or written to: ", said)
            self.assertIn("-o DIR", said)
        self.braid("./nothing", "-o", "unused", code=2)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "unused")))

    def test_a_full_disk_is_noticed(self):
        self.write("sort.c", SORT)
        for name in ["tree.json", "stats.json", "sites.json"]:
            os.makedirs(os.path.join(self.folder, "out" + name))
            os.symlink("/dev/full", os.path.join(self.folder, "out" + name, name + ".new"))
            said = self.braid("sort.c", "-o", "out" + name, "--max-runs", "400", code=5).stderr
            self.assertIn(f"braid: out{name}/{name}.new: writing a file of the results failed: No space left on device",
                          said)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "out" + name, name)))
        os.makedirs(os.path.join(self.folder, "out", "tests", "000001.json", "in the way"))
        said = self.braid("sort.c", "-o", "out", code=5).stderr
        self.assertIn("braid: out/tests/000001.json: writing a file of the results failed: Is a directory", said)

    def test_what_was_found_is_told_even_if_it_cannot_be_written(self):
        self.write("bug.c", "#include <stdio.h>\n#include <stdlib.h>\n"
                            "int main(void) { if (getchar() == 'a') abort(); return 0; }")
        for name in ["tree.json", "stats.json", "sites.json"]:
            os.makedirs(os.path.join(self.folder, "out" + name))
            os.symlink("/dev/full", os.path.join(self.folder, "out" + name, name + ".new"))
            result = self.braid("bug.c", "-o", "out" + name, "--stdin", "1", code=5)
            self.assertIn("findings (1)", result.stdout)
            self.assertIn("abort at bug.c:3 (main)", result.stdout)
            self.assertIn("But not all results could be written: ", result.stdout)
            self.assertEqual(result.stderr.count("No space left on device"), 1, result.stderr)
            # What can be written is.
            for other in {"tree.json", "stats.json", "sites.json"} - {name}:
                self.assertTrue(os.path.exists(os.path.join(self.folder, "out" + name, other)), other)
        result = self.braid("bug.c", "-o", "outtree.json", "--stdin", "1", "--json", code=5)
        end = json.loads(result.stdout.splitlines()[-1])
        self.assertEqual((end["event"], end["findings"], end["stopped_by"]), ("end", 1, "error"))
        self.assertIn("No space left on device", end["error"])

    def test_a_state_that_somebody_else_uses_ends_it_in_order(self):
        self.write("hang.c", r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int each = getchar();
  if (each == 'a')
    abort();
  if (each == 'h')
    for (volatile long i = 0;; i++)
      ;
  return 0;
}""")
        os.mkdir(os.path.join(self.folder, "seeds"))
        self.write("seeds/a", "a")
        running = subprocess.Popen([BRAID, "run", "hang.c", "-o", "out", "--stdin", "1", "--run-time", "1000", "--seeds",
                                    "seeds", "--jobs", "1"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while not glob.glob(os.path.join(self.folder, "out", "findings", "*", "finding.json")):
            time.sleep(0.1)
        state = sqlite3.connect(os.path.join(self.folder, "out", "state.sqlite"), timeout=100, isolation_level=None)
        self.addCleanup(state.close)
        state.execute("begin immediate") # one run hangs, and the thread that looks on wants to write
        out, said = running.communicate(timeout=200)
        self.assertEqual(running.returncode, 5, out + said)
        self.assertIn("abort at hang.c:7 (main)", out)
        self.assertIn("database is locked", said)
        state.execute("rollback")
        self.braid("hang.c", "-o", "out", "--stdin", "1", "--run-time", "1", "--seeds", "seeds", code=1)
        self.assertEqual(self.stats("out")["findings"], 2)

    def test_long_names(self):
        name = "long" * 63 + ".c" # 254 characters, and 255 are allowed
        self.write(name, WORD)
        self.braid(name, "--stdin", "3")
        self.assertEqual(os.listdir(os.path.join(self.folder, "braid-out")), ["long" * 63])
        out = os.path.join("braid-out", "long" * 63)
        again = subprocess.run([BRAID, "replay", os.path.join(out, "tests", "000001.json")], cwd=self.folder,
                               capture_output=True, text=True, check=False)
        self.assertIn("as recorded", again.stderr)
        shutil.copy(os.path.join(self.folder, out, "build", "program"), os.path.join(self.folder, "p" * 255))
        self.braid("./" + "p" * 255, "--stdin", "3")

    def test_nothing_symbolic(self):
        self.write("none.c", "int main(void) { return 0; }")
        result = self.braid("none.c", code=3)
        self.assertIn("Nothing was symbolic", result.stdout)
        self.assertIn("--stdin N", result.stdout)
        # A bug that needs no input is one all the same.
        self.write("always.c", "#include <stdlib.h>\nint main(void) { abort(); }")
        result = self.braid("always.c", code=1)
        self.assertIn("Nothing was symbolic", result.stdout)
        self.assertIn("abort at always.c:2 (main)", result.stdout)
        self.assertIn("braid replay braid-out/always/findings/001-abort", result.stdout)

    def test_the_exit_code_agrees_with_the_claim(self):
        self.write("hard.c", r"""
#include <stdio.h>
int main(void) {
  unsigned long x, y;
  if (fread(&x, 8, 1, stdin) != 1 || fread(&y, 8, 1, stdin) != 1)
    return 1;
  if (x > 1 && y > 1 && x < 1UL << 32 && y < 1UL << 32 && x * y == 0x85b23fd7c6cf7701UL) /* two primes, far from any limit */
    return 2;
  return 0;
}""")
        self.write("lost.c", r"""
#include <stdio.h>
int main(void) {
  int each = getchar();
  unsigned result = each;
  __asm__ volatile("imull $7, %0" : "+r"(result));
  return result == 21;
}""")
        self.write("thread.c", r"""
#include <pthread.h>
#include <stdio.h>
static void *nothing(void *all) { return all; }
int main(void) {
  pthread_t thread;
  if (getchar() == 'a')
    return 1;
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, 0);
  return 0;
}""")
        self.write("word.c", WORD)
        for words, code, text in [
                (["hard.c", "--stdin", "16", "--solver-time-limit", "0.01"], 4, "unknown to the solver: time"),
                (["lost.c", "--stdin", "1", "--concretize", "unsound"], 4, "a value that depends on input was lost"),
                (["thread.c", "--stdin", "1"], 4, "the program started a thread"),
                (["word.c", "--stdin", "3"], 0, "All paths were explored.")]:
            result = self.braid(*words, code=code)
            self.assertIn(text, result.stdout)
            self.assertEqual(code == 0, "All paths were explored." in result.stdout)

    def test_what_is_not_recorded_is_an_obstacle(self):
        head = "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <signal.h>\n" \
               "#include <sys/mman.h>\n#include <sys/socket.h>\n#include <sys/sendfile.h>\n#include <sys/uio.h>\n" \
               "#include <unistd.h>\nint main(void) { char c = 0, d = 0; int fds[2]; (void)fds; (void)d;\n" \
               "if (read(0, &c, 1) != 1) return 1;\n"
        lost = "a value that depends on input was lost"
        for name, body, text in [
                ("socket", "socketpair(AF_UNIX, SOCK_STREAM, 0, fds); send(fds[0], &c, 1, 0); recv(fds[1], &d, 1, 0);"
                           " return d == 's';", lost),
                ("kernel", "pipe(fds); sendfile(fds[1], 0, 0, 1); return c == 'k';", lost),
                ("shared", "int f = open(\"shared.bin\", O_RDWR | O_CREAT, 0600); ftruncate(f, 1); char *m = mmap(0, 1,"
                           " PROT_READ | PROT_WRITE, MAP_SHARED, f, 0); *m = c; pread(f, &d, 1, 0); return d == 'm';", lost),
                ("replaced", "if (c == 'x') execl(\"/bin/true\", \"true\", (char *)0); return 0;",
                 "runs ended in another program (exec), or in code that is not instrumented"),
                ("forking", "if (c == 'x' && fork() == 0) _exit(0);\nreturn 0;",
                 "the program made a process, which is not recorded\n      forking.c:13 (main)"),
                ("killed", "if (c == 'x') raise(SIGKILL); return 0;", "runs were killed from outside or by a limit"),
                ("refused", "char *m = malloc(300ul << 20); if (!m) return 2; memset(m, c, 9); free(m); return c == 'x';",
                 "the program was refused memory (--run-memory)")]:
            self.write(name + ".c", head + body + "\n}\n")
            result = self.braid(name + ".c", "--stdin", "1", "--run-memory", "64MiB", code=4)
            self.assertIn(text, result.stdout, name)
            self.assertNotIn("All paths were explored", result.stdout)

    def test_sizes_and_values_that_somebody_asks_for_come_first(self):
        self.write("sizes.c", r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned size;
  if (fread(&size, 4, 1, stdin) != 1)
    return 1;
  char *block = malloc(size);
  if (!block)
    return 2;
  free(block);
  if (size == 0)
    return 3;
  if (size == 1 << 20) /* the largest that is asked for on purpose */
    return 4;
  if (size == 0x4a7b)
    return 5;
  srand(size); /* not instrumented: a value as well */
  if (size % 5003 == 4999 && size > 30000) {
    puts("found");
    return 6;
  }
  return 0;
}""")
        self.braid("sizes.c", "--stdin", "4", "--max-runs", "30", "--run-memory", "1GiB", "-j1", "-o", "out", code=4)
        found = set()
        for name in glob.glob(os.path.join(self.folder, "out", "tests", "*.json")):
            with open(name, encoding="utf-8") as file:
                found.add(json.load(file)["outcome"]["status"])
        self.assertEqual(found, {0, 1, 2, 3, 4, 5, 6})

    def test_how_much_a_run_may_write(self):
        self.write("much.c", r"""
#include <stdio.h>
int main(void) {
  if (getchar() == 'x')
    for (int i = 0; i < 300000; i++)
      fputs("0123456789", stdout);
  return 0;
}""")
        words = ["much.c", "--stdin", "1", "-o"]
        self.assertIn("killed by SIGXFSZ: --run-file-limit",
                      self.braid(*words, "little", "--run-file-limit", "1MiB", code=4).stdout)
        self.assertIn("All paths were explored", self.braid(*words, "enough", code=0).stdout)
        with open(os.path.join(self.folder, "little", "campaign.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["run_file_limit"], 1 << 20)

    def test_a_program_that_does_not_do_the_same_twice(self):
        self.write("unsteady.c", UNSTEADY)
        result = self.braid("unsteady.c", code=4)
        self.assertIn("the same input took different paths", result.stdout)
        self.assertNotIn("All paths were explored", result.stdout)

    # --- limits ---

    def test_limits_are_reported_with_their_places(self):
        self.write("loop.c", LOOP)
        for words, code, text in [
                (["--max-runs", "20"], 4, "stopped by --max-runs"),
                (["--max-depth", "9"], 4, r"left out by --max-depth\n +loop.c:\d+ \(main\), (once|\d+ times)"),
                (["--max-iterations", "4"], 4, r"left out by --max-iterations\n +loop.c:\d+ \(main\), (once|\d+ times)"),
                (["--time-limit", "0.3", "--stdin", "200"], 4, "stopped by --time-limit")]:
            result = self.braid("loop.c", "-o", "out" + words[0], *words, code=code)
            self.assertRegex(result.stdout, text)
            self.assertNotIn("All paths were explored", result.stdout)
            self.assertFalse(self.stats("out" + words[0])["complete"])

    def test_another_strategy_is_named_where_depth_first_leaves_much(self):
        self.write("deep.c", r"""
            #include <stdio.h>
            int main(void) {
              char b[200];
              int n = fread(b, 1, 200, stdin), s = 0;
              for (int i = 0; i < n; i++) if (b[i] > 'a' + i % 7) s++;
              if (s == 150) return 1;
              return 0;
            }""")
        options = ["--max-runs", "300", "-j1", "--no-tests"]
        hint = "--strategy mixture, generational or coverage"
        self.assertIn(hint, self.braid("deep.c", "-o", "first", *options, code=4).stdout)
        self.assertNotIn(hint, self.braid("deep.c", "-o", "second", "--strategy", "coverage", *options, code=4).stdout)
        few = self.braid("deep.c", "-o", "third", "-j1", "--max-runs", "3", code=4).stdout
        self.assertIn("stopped by --max-runs", few)
        self.assertNotIn(hint, few)

    def test_no_more_runs_than_allowed_and_seeds_first(self):
        # The last seed takes longer than what others could do in the meantime.
        self.write("slow.c", r"""
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char text[9] = "";
  if (!fgets(text, sizeof text, stdin))
    return 1;
  if (text[0] == 's')
    usleep(300000);
  for (int i = 0; i < 8; i++)
    if (text[i] == 'x')
      putchar('x');
  return 0;
}""")
        os.mkdir(os.path.join(self.folder, "corpus"))
        for number, seed in enumerate(["a", "ab", "abc", "slow"]):
            self.write(f"corpus/{number}", seed)
        for jobs in ["1", "2", "5"]:
            for most in [3, 5, 9]:
                out = f"out{jobs}-{most}"
                result = self.braid("slow.c", "-o", out, "--seeds", "corpus", "--max-runs", str(most), "-j", jobs,
                                    code=4)
                self.assertIn("stopped by --max-runs", result.stdout)
                self.assertEqual(self.stats(out)["runs"], most)
                kept = self.kept(out)
                self.assertEqual(len(kept), most)
                first = [bytes.fromhex(test["inputs"][0]["hex"]).decode() for test in kept[:min(most, 5)]]
                if most >= 5:
                    self.assertEqual(set(first), {"", "a", "ab", "abc", "slow"}, out)
                self.assertTrue(all("parent" not in test for test in kept[:5]), out)
        # Those of an earlier process count, too.
        self.braid("slow.c", "-o", "out2-9", "--seeds", "corpus", "--max-runs", "12", "-j", "2", code=4)
        self.assertEqual(self.stats("out2-9")["runs"], 12)

    def test_values_are_tried_up_to_a_limit(self):
        self.write("table.c", r"""
#include <stdio.h>
static const unsigned char table[256] = {[7] = 1, [200] = 2};
int main(void) { int each = getchar(); return each == EOF ? 5 : table[each]; }""")
        self.braid("table.c", "-o", "all", "--stdin", "1", "--addresses", "lazy")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("all")}, {0, 1, 2, 5})
        self.assertTrue(self.stats("all")["complete"])
        result = self.braid("table.c", "-o", "few", "--stdin", "1", "--addresses", "lazy", "--max-values", "10",
                            code=4)
        self.assertRegex(result.stdout, r"left out by --max-values\n +table.c:4 \(main\), once")

    def test_numbers_that_a_text_does_not_keep_are_reported_with_their_place(self):
        self.write("text.c", r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  int each = getchar();
  char text[16];
  sprintf(text, "%d", each);
  if (strcmp(text, "7") == 0)
    return 1;
  sprintf(text, "%.1f", (each & 7) / 2.0);
  return strcmp(text, "2.5") == 0 ? 2 : 3;
}""")
        self.braid("text.c", "-o", "all", "--stdin", "1")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("all")}, {1, 2, 3})
        result = self.braid("text.c", "-o", "few", "--stdin", "1", "--max-values", "3", code=4)
        self.assertRegex(result.stdout, r"left out by --max-values\n +text.c:10 \(main\), \d+ times")

    # --- findings ---

    def test_one_finding_for_each_bug(self):
        self.write("bugs.c", BUGS)
        result = self.braid("bugs.c", "-o", "out", "--run-time", "1", code=1)
        self.assertRegex(result.stdout, r"findings \(4\)")
        self.assertRegex(result.stdout, r"abort at bugs.c:14 \(main\)\n +killed by SIGABRT; 3 runs")
        self.assertRegex(result.stdout, r"null-pointer at bugs.c:7 \(strike\)\n +AddressSanitizer: SEGV: WRITE memory access; 3 runs")
        self.assertRegex(result.stdout, r"assertion at bugs.c:21 \(main\)")
        self.assertRegex(result.stdout, r"endless-loop at bugs.c:2[23] \(main\)")
        self.assertIn("runs ended by --run-time", result.stdout)
        kinds = []
        for path in glob.glob(os.path.join(self.folder, "out", "findings", "*", "finding.json")):
            with open(path, encoding="utf-8") as file:
                kinds.append(json.load(file)["kind"])
        self.assertEqual(sorted(kinds), ["abort", "assertion", "endless-loop", "null-pointer"])
        with open(os.path.join(self.folder, "out", "campaign.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["run_time"], 1)
        self.braid("bugs.c", "-o", "first", "--run-time", "1", "--max-findings", "1", "-j1", code=1)
        self.assertEqual(self.stats("first")["findings"], 1)

    def test_the_condition_of_an_assertion_is_told(self):
        for header, mark, called in [("braid.h", "braid_symbolic", "braid_assert"),
                                     ("klee/klee.h", "klee_make_symbolic", "klee_assert"), ("assert.h", None, "assert")]:
            self.write(f"{called}.c", f"""
                #include <{header}>
                #include <stdio.h>
                int main(void) {{
                  int side;
                  {mark + '(&side, sizeof side, "side");' if mark else 'side = getchar();'}
                  {called}(side != 77 || side == 3);
                }}""")
            result = self.braid(f"{called}.c", "-o", called, code=1)
            said = f"assertion at {called}.c:7 (main)\n     assertion `side != 77 || side == 3' failed; 1 run"
            self.assertIn(said, result.stdout)
            plain = self.braid(os.path.join(called, "build", "program"), "-o", called + "-built", code=1)
            self.assertIn(said, plain.stdout)

    def test_a_run_that_does_not_end_names_its_test(self):
        self.write("spin.c", r"""
            #include <stdio.h>
            #include <unistd.h>
            static int step(int x) { return x == 'p' ? x : x + 1; }
            int main(void) {
              unsigned char b[2];
              if (fread(b, 1, 2, stdin) != 2)
                return 0;
              int x = b[0];
              while (x > 'n' && x < 't' && b[1] == 'l') {
                usleep(1000);
                x = step(x);
              }
              return x;
            }""")
        options = ["--run-time", "1", "--max-findings", "1", "-j1"]
        for words in [["spin.c", "-o", "out"], [os.path.join("out", "build", "program"), "-o", "built"]]:
            result = self.braid(*words, *options, code=1)
            self.assertRegex(result.stdout, r"endless-loop (at|after) spin\.c:\d+ \(\w+\)\n +out of time; 1 run; test \d+\n")
            self.assertRegex(result.stdout, r"runs ended by --run-time\n +spin\.c:\d+ \(\w+\), (once: test \d+|\d+ times, first in test \d+)\n")
            self.assertNotIn("the same input took different paths", result.stdout)
            with open(glob.glob(os.path.join(self.folder, words[-1], "findings", "*", "finding.json"))[0], encoding="utf-8") as file:
                number = json.load(file)["test"]
            test = next(each for each in self.kept(words[-1]) if each["number"] == number)
            self.assertEqual(test["outcome"]["ending"], "timed-out", test["outcome"])

    def test_commands_to_copy_are_quoted(self):
        name = "it's one.c"
        self.write(name, "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { if (getchar() == 'a') abort(); }")
        said = self.braid(name, code=1).stdout
        command = said[said.index("braid replay "):].splitlines()[0]
        words = shlex.split(command)
        self.assertEqual(words[:2], ["braid", "replay"])
        self.assertEqual(len(words), 3, command)
        self.assertTrue(os.path.isfile(os.path.join(self.folder, words[2], "finding.json")), command)

    def test_what_a_sanitizer_says_counts_however_the_program_ends(self):
        self.write("u.c", '#include <stdio.h>\nint t[4];\nint main(void) {\n  int c = getchar(), n = c * 8388608 / 8;\n'
                          '  if (c >= \'0\' && c <= \'4\')\n    printf("%d", t[c - \'0\']);\n'
                          '  if (c == \'x\' || c == \'y\')\n    printf("%d", n * c);\n  return 0;\n}\n')
        result = self.braid("u.c", "-o", "out", "--jobs", "1", "--compiler-options=-fsanitize=undefined", code=1)
        self.assertRegex(result.stdout, r"global-buffer-overflow at u.c:6")
        self.assertRegex(result.stdout, r"signed-overflow at u.c:8")
        self.assertEqual(self.stats("out")["findings"], 2, result.stdout) # whatever the numbers in the message

    def test_functions_that_are_declared_otherwise_than_defined(self):
        trap = "(void) __builtin_trap()"
        for name, body in [
                ("bool", "extern int __VERIFIER_nondet_bool(void); int main(void) { if (__VERIFIER_nondet_bool()) TRAP; }"),
                ("char", "extern int __VERIFIER_nondet_char(void); int main(void) { if (__VERIFIER_nondet_char() == -7) TRAP; }"),
                ("wide", "extern short __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 999) TRAP; }"),
                ("cbmc", 'int nondet_int(void); void __CPROVER_assert(int, const char *);\n'
                         'int main(void) { int a = nondet_int(); __CPROVER_assert(a != 77, "x"); }')]:
            self.write(name + ".c", body.replace("TRAP", trap))
            result = self.braid(name + ".c", "-o", name, "--jobs", "1", code=1)
            self.assertEqual(self.stats(name)["findings"], 1, result.stdout)
        # What is left in the rest of a register is nobody's: the symbol may be lost, but the record stays whole.
        self.write("a.c", "#include <stdio.h>\nint h(int); int main(void) { int c = getchar(); if (h(c)) return 3; return 0; }")
        self.write("b.c", "#include <stdbool.h>\nbool h(char c) { return c == 'x'; }")
        result = self.braid("a.c", "b.c", "-o", "two", "--jobs", "1", code=None)
        self.assertNotIn("destroyed", result.stdout)
        self.assertIn(3, {test["outcome"]["status"] for test in self.kept("two")}, result.stdout)

    def test_a_long_line_on_standard_error(self):
        self.write("long.c", r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 500000; i++)
    fputc('x', stderr);
  if (getchar() == 'a')
    abort();
  return 0;
}""")
        result = self.braid("long.c", "-o", "out", "--stdin", "1", code=1)
        self.assertIn("abort at long.c:8 (main)", result.stdout)

    # --- results ---

    def test_the_same_seed_gives_the_same_bytes(self):
        self.write("word.c", WORD)
        for strategy in ["depth-first", "random-branch", "random-path", "mixture"]:
            for out in ["one", "two"]:
                self.braid("word.c", "-o", out, "--stdin", "6", "-j1", "--seed", "7", "--strategy", strategy)
            for name in ["sites.json", "tree.json"] + [
                    os.path.join("tests", name) for name in os.listdir(os.path.join(self.folder, "one", "tests"))]:
                with open(os.path.join(self.folder, "one", name), "rb") as one, \
                        open(os.path.join(self.folder, "two", name), "rb") as two:
                    self.assertEqual(one.read(), two.read(), name)
            self.assertEqual(len(os.listdir(os.path.join(self.folder, "one", "tests"))),
                             len(os.listdir(os.path.join(self.folder, "two", "tests"))))
            for out in ["one", "two"]:
                shutil.rmtree(os.path.join(self.folder, out))

    def test_inputs_are_readable(self):
        self.write("bytes.c", r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  static const char *known[] = {"\xc3\xa4 \xe2\x82\xac", "\xff\xfe\x80", "a\n\t\"\\", "\xc3(\x1b["};
  char text[8] = "";
  size_t length = fread(text, 1, sizeof text, stdin);
  for (int i = 0; i < 4; i++)
    if (length == strlen(known[i]) && !memcmp(text, known[i], length))
      return i + 1;
  return 0;
}""")
        self.braid("bytes.c", "-o", "out", "--stdin", "8")
        shown = {test["outcome"]["status"]: test["inputs"][0]["text"] for test in self.kept("out")
                 if test["outcome"]["status"] != 0}
        self.assertEqual(shown, {1: "ä €", 2: r"\xff\xfe\x80", 3: r'a\n\t"\\', 4: r"\xc3(\x1b["})

    def test_names_are_readable(self):
        self.write("größe.c", r"""
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = fopen("maß.bin", "r");
  char text[6] = "";
  for (volatile int i = file && fread(text, 6, 1, file) == 1 ? 0 : 6; i < 6; i += 2) {
    if (text[i] == 'a') puts("a"); if (text[i + 1] == 'b') puts("b");
  }
  return 0;
}""")
        said = self.braid("größe.c", "--file", "maß.bin", "--max-iterations", "1", code=4).stdout
        self.assertIn("größe.c explored", said)
        self.assertIn('file "maß.bin"', said)
        # Places on one line are told apart by their columns.
        places = re.findall(r"größe\.c:7:(\d+) \(main\), ", said)
        self.assertEqual(len(set(places)), len(places))
        self.assertGreaterEqual(len(places), 2, said)
        stats = self.stats("braid-out/größe")
        self.assertTrue(all(place["site"] != 0 for place in stats["obstacles"]))

    def test_the_conditions_of_a_path(self):
        self.write("word.c", WORD)
        self.braid("word.c", "-o", "out", "--stdin", "6")
        for test in self.kept("out")[:12]:
            script = subprocess.run([BRAID, "replay", "-o", "out", str(test["number"]), "--smtlib", "-"],
                                    cwd=self.folder, capture_output=True, text=True, check=True).stdout
            self.assertIn("(check-sat)", script)
            answer = subprocess.run(["z3", "-in"], input=script, capture_output=True, text=True, check=False).stdout
            self.assertEqual(answer.split()[0], "sat", script)

    def test_several_jobs_find_the_same_paths(self):
        self.write("sort.c", SORT)
        for jobs in ["1", "2", "5"]:
            self.braid("sort.c", "-o", "out" + jobs, "--jobs", jobs)
            self.assertEqual(self.stats("out" + jobs)["paths"], 720)
        self.assertEqual(self.paths("out1"), self.paths("out2"))
        self.assertEqual(self.paths("out1"), self.paths("out5"))

    def test_results_of_something_else_are_kept(self):
        self.write("word.c", WORD)
        self.braid("word.c", "-o", "out", "--stdin", "3")
        before = self.paths("out")
        result = self.braid("word.c", "-o", "out", "--stdin", "4")
        self.assertIn("of another program, build, environment or input, or of other checks", result.stderr)
        self.assertEqual(self.paths("out/earlier/1"), before)
        self.assertGreater(len(self.paths("out")), len(before))

    def test_what_was_impossible_with_another_library_is_tried_again(self):
        self.write("main.c", r"""
#include <stdlib.h>
#include <unistd.h>
int f(unsigned a, unsigned b);
int main(void) {
  unsigned char bytes[2];
  if (read(0, bytes, 2) != 2)
    return 0;
  if (f(bytes[0], bytes[1]))
    abort();
  return 0;
}""")
        self.write("f.c", "int f(unsigned a, unsigned b) { if (a * b == NUMBER) return 1; return 0; }")
        compiler = os.path.join(PREFIX, "bin", "braid-cc")

        def build_library(number):
            subprocess.run([compiler, "-O1", "-g", "-fPIC", "-shared", f"-DNUMBER={number}", "f.c", "-o", "libf.so"],
                           cwd=self.folder, check=True)

        build_library(65521) # a prime
        subprocess.run([compiler, "-O1", "-g", "main.c", "./libf.so", "-o", "main"], cwd=self.folder, check=True)
        self.write("start", "#!/bin/sh\nexec ./main\n")
        os.chmod(os.path.join(self.folder, "start"), 0o755)
        for program in ["./main", "./start"]: # also of a program that another one starts
            build_library(65521)
            words = [program, "-o", "out" + program[2:], "--stdin", "2"]
            self.braid(*words)
            self.assertNotIn("another program", self.braid(*words).stderr)
            build_library(391)
            result = self.braid(*words, code=1)
            self.assertIn("of another program, build, environment or input, or of other checks", result.stderr)
            self.assertIn("killed by SIGABRT", result.stdout)

    def test_what_was_impossible_with_another_environment_is_tried_again(self):
        self.write("mode.c", r"""
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  unsigned char bytes[2];
  if (read(0, bytes, 2) != 2)
    return 0;
  char *mode = getenv("BRAID_MODE");
  if (bytes[0] * bytes[1] == (mode ? atoi(mode) : 0))
    abort();
  return 0;
}""")
        words = ["mode.c", "-o", "out", "--stdin", "2"]
        self.braid(*words, env={"BRAID_MODE": "65521"})
        # What differs from terminal to terminal does not matter, nor does what is input.
        said = self.braid(*words, env={"BRAID_MODE": "65521", "COLUMNS": "99", "TERM": "other", "PWD": "/"}).stderr
        self.assertNotIn("another program", said)
        result = self.braid(*words, env={"BRAID_MODE": "391"}, code=1)
        self.assertIn("of another program, build, environment or input, or of other checks", result.stderr)
        self.assertIn("abort at mode.c:10 (main)", result.stdout)
        words = ["mode.c", "-o", "input", "--stdin", "2", "--env", "BRAID_MODE=65521", "--max-runs", "4"]
        for value in ["1", "2"]:
            self.assertNotIn("another program", self.braid(*words, env={"BRAID_MODE": value}, code=None).stderr)

    def test_events_as_json(self):
        self.write("bugs.c", BUGS)
        result = self.braid("bugs.c", "-o", "out", "--run-time", "1", "--json", code=1)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(events[0]["event"], "begin")
        self.assertEqual(events[-1]["event"], "end")
        self.assertEqual(sum(event["event"] == "finding" for event in events), 4)
        self.assertEqual(events[-1]["paths"], self.stats("out")["paths"])

    def test_what_each_layer_answered(self):
        self.write("word.c", WORD)
        said = self.braid("word.c", "-o", "out", "--stdin", "3", "--statistics").stderr
        rows = [line.split() for line in said.splitlines()]
        self.assertEqual(rows[0][:3], ["layer", "asked", "sat"])
        self.assertEqual([row[:2] for row in rows[1:]],
                         [[layer["name"], str(layer["asked"])] for layer in self.stats("out")["layers"]])

    def test_quiet_is_quiet(self):
        self.write("word.c", WORD)
        result = self.braid("word.c", "--stdin", "3", "--quiet")
        self.assertEqual(result.stdout + result.stderr, "")

    def test_the_project_file(self):
        self.write("word.c", WORD)
        self.write("braid.toml", '# for us\n[run]\nstdin = 3 # bytes\noutput = "there"\nquiet = true\n')
        self.assertEqual(self.braid("word.c").stdout, "")
        self.braid("word.c", "--stdin", "2", "--output", "o")
        self.assertTrue(all(len(test["inputs"][0]["hex"]) <= 6 for test in self.kept("there")))
        self.assertTrue(any(len(test["inputs"][0]["hex"]) == 6 for test in self.kept("there")))
        self.assertTrue(all(len(test["inputs"][0]["hex"]) <= 4 for test in self.kept("o")))
        for text, message in [("[run]\nstdin\n", "braid.toml:2: 'stdin' has no value"),
                              ("[run]\nstdim = 3\n", "braid.toml:2: The following argument was not expected: --stdim"),
                              ("[run]\n\nstrategy = best\nstdin = 3\n", "braid.toml:3: --strategy: 'best' is not"),
                              ("[run]\nmax-input = 3\nmax-runs = x\n", "braid.toml:3: --max-runs: 'x' is not a whole"),
                              ("[run\n", "braid.toml:1:"),
                              ("[rnu]\nstdin = 3\n", "braid.toml:1: there is no section [rnu]; there are [run] and [program]"),
                              ("stdin = 3\n", "braid.toml:1: 'stdin' stands before the first section"),
                              ('[run]\nstrategy = "x\n', "braid.toml:2: the text has no closing")]:
            self.write("braid.toml", text)
            self.assertIn(message, self.braid("word.c", code=2).stderr)
        # An option of the command line is not that of the file.
        self.write("braid.toml", "[run]\nstdin = 3\n")
        self.assertNotIn("braid.toml", self.braid("word.c", "--max-runs", "x", code=2).stderr)
        # The command line wins, also with short names.
        self.write("braid.toml", '[run]\nstdin = 3\noutput = "there"\njobs = 1\n')
        self.braid("word.c", "-o", "short", "-j2")
        self.assertEqual(self.stats("short")["jobs"], 2)
        os.remove(os.path.join(self.folder, "braid.toml"))
        os.mkdir(os.path.join(self.folder, "braid.toml"))
        self.assertIn("braid.toml: the file cannot be read", self.braid("word.c", code=2).stderr)

    # --- going on ---

    def test_an_interrupt_ends_in_order_and_the_same_command_goes_on(self):
        self.write("loop.c", LOOP)
        command = [BRAID, "run", "loop.c", "-o", "out", "--stdin", "14", "--strategy", "breadth-first"]
        running = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True)
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        if running.returncode == 4: # not so fast that it had ended
            self.assertIn("interrupted", out)
            self.assertIn("the same command goes on", out)
            self.assertFalse(self.stats("out")["complete"])
        self.braid("loop.c", "-o", "out", "--stdin", "14", "--strategy", "breadth-first")
        self.assertTrue(self.stats("out")["complete"])
        self.assertEqual(self.stats("out")["paths"], 2 ** 15 - 1)

    def test_figures_are_those_of_all_processes(self):
        self.write("sort.c", SORT)
        before = None
        for most in ["1", "100", "400", "0"]:
            said = self.braid("sort.c", "-o", "out", "--jobs", "1", "--max-runs", most, code=None).stdout
            now = self.stats("out")
            # Each run but the first one is the solution of a query, whoever asked it.
            self.assertEqual(now["queries"]["satisfiable"], now["runs"] - 1)
            self.assertEqual(now["layers"][0]["asked"], now["queries"]["asked"])
            self.assertEqual(now["queries"]["asked"], sum(now["queries"][verdict] for verdict in
                                                          ["satisfiable", "unsatisfiable", "unknown"]))
            if before:
                self.assertEqual(now["processes"], before["processes"] + 1)
                self.assertRegex(said, r"explored in \d.* \(\d.* of it now\): ")
                for figure in ["seconds", "executor_seconds", "solver_seconds"]:
                    self.assertGreater(now[figure], before[figure])
                self.assertAlmostEqual(now["seconds"], before["seconds"] + now["seconds_of_last_process"], delta=0.3)
            else:
                self.assertNotIn("of it now", said)
            before = now
        self.assertTrue(before["complete"])
        whole = self.braid("sort.c", "-o", "whole", "--jobs", "1") and self.stats("whole")
        for figure in ["runs", "paths", "findings", "ways_covered", "tree_nodes", "longest_path", "mean_path",
                       "rejected_runs", "divergences"]:
            self.assertEqual(before[figure], whole[figure], figure)
        self.assertEqual(before["queries"]["satisfiable"], whole["queries"]["satisfiable"])

    def test_an_interrupt_does_not_wait_for_a_run_that_hangs(self):
        self.write("hang.c", "#include <stdio.h>\nint main(void) { if (getchar() == 'h') for (volatile long i = 0;; i++) ; return 0; }")
        running = subprocess.Popen([BRAID, "run", "hang.c", "-o", "out", "--stdin", "1", "--run-time", "1000"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while not os.path.exists(os.path.join(self.folder, "out", "tests", "000002.json")):
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=300)
        self.assertEqual(running.returncode, 4)
        self.assertIn("interrupted", out)
        self.assertEqual(self.stats("out")["findings"], 0)
        self.assertEqual(self.stats("out")["paths"], 2)
        # The run was not made, so it is made now.
        self.braid("hang.c", "-o", "out", "--stdin", "1", "--run-time", "1000", "--time-limit", "1", code=4)
        self.assertEqual(self.stats("out")["paths"], 2)

    def test_limits_hold_while_tests_are_made_again(self):
        self.write("hang.c", r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int each = getchar();
  if (each == 'h')
    for (volatile long i = 0;; i++)
      ;
  if (each == 'a')
    abort();
  return 0;
}""")
        os.mkdir(os.path.join(self.folder, "seeds"))
        self.write("seeds/h", "h")
        words = ["hang.c", "-o", "out", "--stdin", "1", "--seeds", "seeds", "--jobs", "1"]
        self.braid(*words, "--run-time", "1", code=1)
        before, tests = self.stats("out"), self.kept("out")
        # Now the second of them takes longer than anybody waits.
        said = self.braid(*words, "--run-time", "1000", "--time-limit", "1", code=1).stdout
        self.assertIn("stopped by --time-limit", said)
        self.assertRegex(said, r"before \d tests? of earlier processes had been run again; nothing is lost")
        said = self.braid(*words, "--run-time", "1000", "--time-limit", "60", "--memory-limit", "1MiB", code=1).stdout
        self.assertIn("stopped by --memory-limit", said)
        self.assertRegex(said, r"before \d tests? of earlier processes had been run again; nothing is lost")
        running = subprocess.Popen([BRAID, "run", *words, "--run-time", "1000", "--time-limit", "0"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   env={**os.environ, "NO_COLOR": "1"})
        log = os.path.join(self.folder, "out", "log.txt")
        begun = 0
        while begun < 4:
            time.sleep(0.1)
            with open(log, encoding="utf-8") as file:
                begun = file.read().count("begin: ")
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=200)
        self.assertEqual(running.returncode, 1, out)
        self.assertIn("interrupted", out)
        self.assertEqual(self.stats("out"), before)
        # Nothing was lost.
        self.braid(*words, "--run-time", "1", code=1)
        now = self.stats("out")
        for figure in ["runs", "paths", "findings", "tree_nodes", "ways_covered"]:
            self.assertEqual(now[figure], before[figure], figure)
        self.assertEqual(self.kept("out"), tests)
        self.assertEqual(now["processes"], 5)

    def test_a_file_is_put_back_and_the_same_command_goes_on(self):
        self.write("config.c", r"""
#include <stdio.h>
int main(void) {
  FILE *file = fopen("data.bin", "r");
  int first = file ? fgetc(file) : 'n', second = file ? fgetc(file) : 'n';
  if (first == 'a')
    puts("a");
  if (first == 'b')
    puts("b");
  if (second == 'z')
    puts("z");
  if (first == 'h')
    for (volatile long i = 0;; i++)
      ;
  return 0;
}""")
        data = os.path.join(self.folder, "data.bin")
        # In a sandbox the file here is never touched.
        words = ["config.c", "--file", "data.bin", "--run-time", "1000", "--no-sandbox"]

        def state():
            if not os.path.exists(data):
                return None
            with open(data, "rb") as file:
                return file.read(), os.stat(data).st_mtime_ns, os.stat(data).st_mode

        def begun(out):
            with open(os.path.join(self.folder, out, "log.txt"), encoding="utf-8") as file:
                return file.read().count("begin: ")

        for out, text in [("there", "a lengthy text\n"), ("new", None)]:
            if os.path.exists(data):
                os.remove(data)
            if text:
                self.write("data.bin", text)
                os.utime(data, (1000000000, 1000000000))
                os.chmod(data, 0o640)
            before = state()
            self.braid(*words, "-o", out, "--max-runs", "2", code=4)
            self.assertEqual(state(), before)
            self.assertFalse(os.path.exists(os.path.join(self.folder, out, "originals")))
            # Until it hangs. Then it is killed, and after that interrupted.
            for number, end in enumerate([signal.SIGKILL, signal.SIGINT]):
                running = subprocess.Popen([BRAID, "run", *words, "-o", out, "--time-limit", "0"], cwd=self.folder,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                while begun(out) < number + 2 or not (state() or [b""])[0].startswith(b"h"):
                    self.assertIsNone(running.poll())
                    time.sleep(0.1)
                running.send_signal(end)
                _, said = running.communicate(timeout=200)
                if end == signal.SIGKILL:
                    self.assertNotEqual(state(), before)
                else:
                    self.assertIn("data.bin is again as it was before the last braid run here, which was killed", said)
                    self.assertEqual(state(), before)
                self.assertNotIn("another program", said)
            result = self.braid("config.c", "--file", "data.bin", "--run-time", "1", "-o", out, "--no-sandbox", code=1)
            self.assertEqual(state(), before)
            self.assertNotIn("another program", result.stderr)
            self.assertGreaterEqual(self.stats(out)["processes"], 3) # and the one that was killed, if it came so far
            self.assertFalse(os.path.exists(os.path.join(self.folder, out, "earlier")))
            # The first input is the file as it was, once.
            inputs = [bytes.fromhex(test["inputs"][1]["hex"]).decode("latin-1") for test in self.kept(out)]
            self.assertEqual((inputs[0], inputs.count(text or "")), (text or "", 1))

    def test_one_process_at_a_time_in_a_folder(self):
        self.write("hang.c", "#include <stdio.h>\nint main(void) { if (getchar() == 'h') for (volatile long i = 0;; i++) ; return 0; }")
        self.write("word.c", WORD)
        command = [BRAID, "run", "hang.c", "-o", "out", "--stdin", "1", "--run-time", "1000"]
        running = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(os.path.join(self.folder, "out", "tests", "000002.json")):
            time.sleep(0.1)
        for source in ["hang.c", "word.c"]: # whatever it is about
            said = self.braid(source, "-o", "out", "--stdin", "1", code=2).stderr
            self.assertIn(f"out: another braid run is at work in this folder (process {running.pid})", said)
            self.assertIn("choose another folder with -o DIR", said)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out", "earlier")))
        with open(os.path.join(self.folder, "out", "campaign.json"), encoding="utf-8") as file:
            self.assertEqual([os.path.basename(path) for path in json.load(file)["sources"]], ["hang.c"])
        self.assertIsNone(running.poll())
        # One that was killed holds nobody up.
        running.send_signal(signal.SIGKILL)
        running.wait()
        self.braid("word.c", "-o", "out", "--stdin", "1")

    def test_the_same_command_twice_leaves_the_same(self):
        self.write("two.c", r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c = getchar();
  if (c == 'a' || c == 'b') {
    if (c == 'a')
      abort();
    puts("b");
    abort();
  }
  return 0;
}""")
        self.braid("two.c", "-o", "out", "--jobs", "1", code=1)
        shutil.copytree(os.path.join(self.folder, "out"), os.path.join(self.folder, "before"))
        self.braid("two.c", "-o", "out", "--jobs", "1", code=1)
        self.assertEqual(self.stats("out")["findings"], 2)
        self.assertEqual(self.stats("out")["waiting"], 0)
        for part in ("tests", "findings"):
            self.assertEqual(subprocess.run(["diff", "-r", f"before/{part}", f"out/{part}"], cwd=self.folder,
                                            stdout=subprocess.PIPE, text=True, check=False).stdout, "")

    def test_seeds_that_come_later_are_run(self):
        self.write("word.c", WORD)
        os.mkdir(os.path.join(self.folder, "seeds"))
        self.write("seeds/a", "zzzz")
        self.braid("word.c", "-o", "out", "--max-runs", "2", "--jobs", "1", code=4)
        self.braid("word.c", "-o", "out", "--jobs", "1", "--seeds", "seeds", "--max-runs", "4", code=4)
        self.assertIn("7a7a7a7a", [test["inputs"][0]["hex"] for test in self.kept("out")])
        runs = self.stats("out")["runs"]
        self.braid("word.c", "-o", "out", "--jobs", "1", "--seeds", "seeds", "--max-runs", "4", code=4)
        self.assertEqual(self.stats("out")["runs"], runs)

    def test_killed_and_resumed_nothing_is_lost(self):
        kills = int(os.environ.get("BRAID_KILLS", "8"))
        size, paths, longest = ("7", 5040, 0.2) if kills <= 8 else ("8", 40320, 1.5)
        self.write("sort.c", SORT.replace("6", size))
        subprocess.run([os.path.join(PREFIX, "bin", "braid-cc"), "-O1", "sort.c", "-o", "sort"], cwd=self.folder,
                       check=True)
        seed = int(os.environ.get("BRAID_TEST_SEED", random.randrange(2 ** 32)))
        chance = random.Random(seed)
        command = [BRAID, "run", "./sort", "-o", "out", "--quiet"]
        killed = 0
        for _ in range(kills):
            running = subprocess.Popen(command, cwd=self.folder)
            try:
                code = running.wait(timeout=chance.uniform(0.01, longest))
                self.assertEqual(code, 0)
                break
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.wait()
                killed += 1
        self.assertGreater(killed, 0, "it was too fast to be killed")
        self.braid("./sort", "-o", "out", "--quiet")
        self.assertGreaterEqual(self.stats("out")["queries"]["satisfiable"], paths - 1, f"BRAID_TEST_SEED={seed}")
        self.assertEqual(self.stats("out")["paths"], paths, f"BRAID_TEST_SEED={seed}")
        self.assertTrue(self.stats("out")["complete"])
        self.assertEqual(len(set(self.paths("out"))), paths, f"BRAID_TEST_SEED={seed}")


if __name__ == "__main__":
    unittest.main()
