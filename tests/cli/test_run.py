"""braid run: what is input, limits and what is said about them, results, findings, going on after a kill."""

import glob
import json
import os
import random
import re
import shutil
import signal
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
        self.write("arg.c", r"""
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-v") == 0 && strcmp(argv[2], "go") == 0)
    return 1;
  return 0;
}""")
        self.braid("arg.c", "-o", "arg", "--arg", "3", "--", "-v")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("arg")}, {0, 1})
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

    # --- what goes wrong ---

    def test_errors_have_messages_and_codes(self):
        for words, code, text in [
                (["nothing.c"], 5, "nothing.c"),
                (["./nothing"], 2, "there is no such program"),
                ([], 2, "FILE"),
                (["x.c", "--strategy", "best"], 2, "they are depth-first"),
                (["bad.c"], 5, "error:"),
                (["/bin/true"], 5, "braid-cc"),
                (["x.c", "--time-limit", "soon"], 2, "soon")]:
            self.write("bad.c", "int main(void) { return nonsense; }")
            self.write("x.c", WORD)
            result = self.braid(*words, code=None)
            self.assertEqual(result.returncode, code, (words, result.stderr, result.stdout))
            self.assertIn(text, result.stderr, words)

    def test_nothing_symbolic(self):
        self.write("none.c", "int main(void) { return 0; }")
        result = self.braid("none.c", code=3)
        self.assertIn("Nothing was symbolic", result.stdout)
        self.assertIn("--stdin N", result.stdout)

    def test_a_program_that_does_not_do_the_same_twice(self):
        self.write("unsteady.c", UNSTEADY)
        result = self.braid("unsteady.c", code=0)
        self.assertIn("the same input took different paths", result.stdout)
        self.assertNotIn("All paths were explored", result.stdout)

    # --- limits ---

    def test_limits_are_reported_with_their_places(self):
        self.write("loop.c", LOOP)
        for words, code, text in [
                (["--max-runs", "20"], 4, "stopped by --max-runs"),
                (["--max-depth", "9"], 0, r"left out by --max-depth\n +loop.c:\d+ \(main\), (once|\d+ times)"),
                (["--max-iterations", "4"], 0, r"left out by --max-iterations\n +loop.c:\d+ \(main\), (once|\d+ times)"),
                (["--time-limit", "0.3", "--stdin", "200"], 4, "stopped by --time-limit")]:
            result = self.braid("loop.c", "-o", "out" + words[0], *words, code=code)
            self.assertRegex(result.stdout, text)
            self.assertNotIn("All paths were explored", result.stdout)
            self.assertFalse(self.stats("out" + words[0])["complete"])

    def test_values_are_tried_up_to_a_limit(self):
        self.write("table.c", r"""
#include <stdio.h>
static const unsigned char table[256] = {[7] = 1, [200] = 2};
int main(void) { int each = getchar(); return each == EOF ? 5 : table[each]; }""")
        self.braid("table.c", "-o", "all", "--stdin", "1")
        self.assertEqual({test["outcome"]["status"] for test in self.kept("all")}, {0, 1, 2, 5})
        self.assertTrue(self.stats("all")["complete"])
        result = self.braid("table.c", "-o", "few", "--stdin", "1", "--max-values", "10")
        self.assertRegex(result.stdout, r"left out by --max-values\n +table.c:4 \(main\), once")

    # --- findings ---

    def test_one_finding_for_each_bug(self):
        self.write("bugs.c", BUGS)
        result = self.braid("bugs.c", "-o", "out", "--run-time", "1", code=1)
        self.assertRegex(result.stdout, r"findings \(4\)")
        self.assertRegex(result.stdout, r"abort at bugs.c:14 \(main\)\n +killed by SIGABRT; 3 runs")
        self.assertRegex(result.stdout, r"crash at bugs.c:7 \(strike\)\n +killed by SIGSEGV; 3 runs")
        self.assertRegex(result.stdout, r"assertion at bugs.c:21 \(main\)")
        self.assertRegex(result.stdout, r"time-out after bugs.c:22 \(main\)")
        self.assertIn("runs ended by --run-time", result.stdout)
        kinds = []
        for path in glob.glob(os.path.join(self.folder, "out", "findings", "*", "finding.json")):
            with open(path, encoding="utf-8") as file:
                kinds.append(json.load(file)["kind"])
        self.assertEqual(sorted(kinds), ["abort", "assertion", "crash", "time-out"])
        self.braid("bugs.c", "-o", "first", "--run-time", "1", "--max-findings", "1", "-j1", code=1)
        self.assertEqual(self.stats("first")["findings"], 1)

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
        self.assertIn("of another program, build or input", result.stderr)
        self.assertEqual(self.paths("out/earlier/1"), before)
        self.assertGreater(len(self.paths("out")), len(before))

    def test_events_as_json(self):
        self.write("bugs.c", BUGS)
        result = self.braid("bugs.c", "-o", "out", "--run-time", "1", "--json", code=1)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(events[0]["event"], "begin")
        self.assertEqual(events[-1]["event"], "end")
        self.assertEqual(sum(event["event"] == "finding" for event in events), 4)
        self.assertEqual(events[-1]["paths"], self.stats("out")["paths"])

    def test_quiet_is_quiet(self):
        self.write("word.c", WORD)
        result = self.braid("word.c", "--stdin", "3", "--quiet")
        self.assertEqual(result.stdout + result.stderr, "")

    def test_the_project_file(self):
        self.write("word.c", WORD)
        self.write("braid.toml", '# for us\n[other]\nx = 1\n[run]\nstdin = 3 # bytes\noutput = "there"\nquiet = true\n')
        self.assertEqual(self.braid("word.c").stdout, "")
        self.braid("word.c", "--stdin", "2", "--output", "o")
        self.assertTrue(all(len(test["inputs"][0]["hex"]) <= 6 for test in self.kept("there")))
        self.assertTrue(any(len(test["inputs"][0]["hex"]) == 6 for test in self.kept("there")))
        self.assertTrue(all(len(test["inputs"][0]["hex"]) <= 4 for test in self.kept("o")))
        for text, message in [("[run]\nstdin\n", "braid.toml:2: 'stdin' has no value"),
                              ("[run]\nstdim = 3\n", "--stdim"), ("[run\n", "braid.toml:1:"),
                              ('[run]\nstrategy = "x\n', "braid.toml:2: the text has no closing")]:
            self.write("braid.toml", text)
            self.assertIn(message, self.braid("word.c", code=2).stderr)

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
        self.assertEqual(self.stats("out")["paths"], paths, f"BRAID_TEST_SEED={seed}")
        self.assertTrue(self.stats("out")["complete"])
        self.assertEqual(len(set(self.paths("out"))), paths, f"BRAID_TEST_SEED={seed}")


if __name__ == "__main__":
    unittest.main()
