"""Coverage as braid run tells it: every way of every branch and switch of the program's own source, compared with
Clang's own coverage of the same inputs or with what a person counts."""

import collections
import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")
CLANG, PROFDATA, COV = "clang-19", "llvm-profdata-19", "llvm-cov-19"

# Some conditions depend on input, some on nothing, some only on
# what another run cannot change; some ways cannot be gone, which no optimiser sees at once.
TRUTH = r"""
#include <stdio.h>
#include <stdlib.h>
int steps[5] = {3, 1, 4, 1, 5}, limit = 77;
static int sum_of_steps(int most) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    if (steps[i] > most)
      continue;
    if (steps[i] == limit)
      return -1;
    sum += steps[i];
  }
  return sum;
}
static int depth(int n) {
  if (n <= 0)
    return 0;
  return 1 + depth(n / 2);
}
int never(int x) {
  if (x == 1)
    return 2;
  while (x > 100)
    x--;
  return x;
}
int main(int argc, char **argv) {
  int first = getchar(), second = getchar();
  if (argc > 1)
    return never(argc) + argv[1][0];
  int n = sum_of_steps(4);
  if (first == 'a' && second == 'b')
    n += 10;
  if (first > 'm' || second > 'm')
    n += 20;
  if (first * (first + 1) % 2 == 1)
    puts("no such product is odd");
  do {
    n -= 3;
    if (n == 9)
      n = 0;
  } while (n > 0);
  while (first < '4')
    first++;
  if (depth(second) > 6)
    return 3;
  return 0;
}
"""

# Cases that share their targets, fall through, and one that goes where the default goes: seven ways in all.
SWITCH = r"""
#include <stdio.h>
int main(void) {
  int score = 0;
  switch (getchar()) {
  case 'a': case 'b': case 'c': score = 1; break;
  case 'd': score = 2; /* fall through */
  case 'e': score += 3; break;
  case 'f': default: score = 9; break;
  case -1: score = 4; break;
  case 300: score = 5; break;
  }
  printf("%d\n", score);
  if (score == 4)
    return 1;
  return 0;
}
"""

EXCEPTIONS = r"""
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct Noted {
  ~Noted() { std::puts("left"); }
};
static int digit(int c) {
  Noted noted;
  if (c < '0') // line 11
    throw std::out_of_range("below");
  if (c > '9') // line 13
    throw 7;
  return c - '0';
}
int main() {
  std::vector<int> seen;
  try {
    seen.push_back(digit(std::getchar()));
    if (seen.back() == 5) // line 21
      throw std::string("five");
  } catch (const std::exception &error) {
    if (error.what()[0] == 'x') // line 24
      return 9;
    return 1;
  } catch (int number) {
    if (number == 7) // line 28
      return 2;
  } catch (const std::string &word) {
    return 3;
  }
  return 0;
}
"""

LIBRARY = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char word[8] = {0};
  if (!fgets(word, sizeof word, stdin))
    return 1;
  if (strncmp(word, "ab", 2) == 0)
    return 2;
  return atoi(word) / 2;
}
"""

CRASH = r"""
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int c = getchar();
  if (c == 'a') /* line 7 */
    puts("a");
  if (c == 'b') { /* line 9 */
    volatile int *nowhere = 0;
    *nowhere = 1;
  }
  if (c == 'c') /* line 13 */
    kill(getpid(), SIGKILL);
  for (int i = 0; i < 3; i++) /* line 15 */
    if (c == 'd' && i == 1) /* line 16 */
      _exit(4);
  return 0;
}
"""

KILLED = r"""
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int c = getchar();
  if (c == 'a') /* line 7 */
    puts("a");
  if (c < 300) /* line 9 */
    kill(getpid(), SIGKILL);
  if (c == 'b') /* line 11 */
    puts("b");
  return 0;
}
"""

CONSTRUCTOR = r"""
#include <stdio.h>
static int ready;
__attribute__((constructor)) static void prepare(void) {
  for (int i = 0; i < 3; i++) /* line 5 */
    ready += i;
}
int main(void) {
  if (ready != 3) /* line 9 */
    return 9;
  return getchar() == 'x';
}
"""


# What is behind line 13 is not to be seen in the branches that runs meet before: only the code shows the way there.
HIDDEN = r"""
#include <stdio.h>
static int last(int c) {
  if (c == 'q')
    return 1;
  return 0;
}
int main(void) {
  int n = 0, c, state = 0;
  while ((c = getchar()) != EOF && n++ < 12) {
    if (c == 'a') state = state == 0; else if (c == 'b') state = state == 1 ? 2 : 0; else if (c > 'x') state ^= 4;
    if (c & 1) n += 0;
    if (state == 2) {
      c = getchar();
      if (c == 'z' && last(getchar()))
        return 7;
    }
  }
  return 0;
}
"""


class Coverage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-coverage-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def braid(self, *words, code=0):
        result = subprocess.run([BRAID, "run", *words], cwd=self.folder, capture_output=True, text=True, check=False,
                                timeout=250, env={**os.environ, "NO_COLOR": "1"})
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout

    def json(self, *path):
        with open(os.path.join(self.folder, *path), encoding="utf-8") as file:
            return json.load(file)

    def counted(self, out):
        """For each line its places, and for each of these its ways: gone or not."""
        lines = collections.defaultdict(list)
        for site in self.json(out, "sites.json"):
            if "covered" in site:
                lines[site["line"]].append(site["covered"])
        return {line: sorted(places) for line, places in lines.items()}

    def expect_figures(self, out, text):
        """The totals are those of the list, in all that is told about them."""
        ways = [way for places in self.counted(out).values() for place in places for way in place]
        stats = self.json(out, "stats.json")
        self.assertEqual((stats["ways_covered"], stats["ways_total"]), (sum(ways), len(ways)))
        self.assertIn(f"  {sum(ways)} of {len(ways)} ways of the program's branches and switches", text)
        gained = sum(self.json(path)["new_ways"] for path in glob.glob(os.path.join(self.folder, out, "tests", "*.json")))
        self.assertEqual(gained, sum(ways))

    def clang_branches(self, out, source):
        """What Clang says about the same inputs: for each line which sides of its condition were gone."""
        program = os.path.join(self.folder, "covered")
        subprocess.run([CLANG, "-fprofile-instr-generate", "-fcoverage-mapping", source, "-o", program],
                       cwd=self.folder, check=True)
        profiles = []
        for path in sorted(glob.glob(os.path.join(self.folder, out, "tests", "*.input"))):
            profiles.append(path + ".profile")
            with open(path, "rb") as given:
                subprocess.run([program], stdin=given, stdout=subprocess.DEVNULL, check=False,
                               env={**os.environ, "LLVM_PROFILE_FILE": profiles[-1]})
        merged = os.path.join(self.folder, "merged")
        subprocess.run([PROFDATA, "merge", "-o", merged, *profiles], check=True)
        exported = subprocess.run([COV, "export", "--format=text", f"--instr-profile={merged}", program],
                                  capture_output=True, check=True).stdout
        lines = collections.defaultdict(list)
        for line, _, _, _, taken, other, *_ in json.loads(exported)["data"][0]["files"][0]["branches"]:
            lines[line].append([other != 0, taken != 0])
        return {line: sorted(places) for line, places in lines.items()}

    def test_as_clang_counts(self):
        self.write("truth.c", TRUTH)
        for level in ("-O0", "-O1", "-O2"):
            with self.subTest(level=level):
                out = "out" + level
                text = self.braid("truth.c", "--stdin", "2", "-o", out, f"--compiler-options={level}")
                self.expect_figures(out, text)
                expected = self.clang_branches(out, "truth.c")
                self.assertEqual(self.counted(out), expected)
                self.assertIn([False, False], expected[22])  # the function that is never called
                self.assertIn([True, False], expected[37])   # the way that nobody can go

    def test_before_anything_is_found(self):
        # The total is known from the first run on.
        self.write("truth.c", TRUTH)
        self.braid("truth.c", "--stdin", "2", "-o", "one", "--max-runs", "1", code=4)
        self.braid("truth.c", "--stdin", "2", "-o", "all")
        one, every = self.json("one", "stats.json"), self.json("all", "stats.json")
        self.assertEqual(one["ways_total"], every["ways_total"])
        self.assertLess(one["ways_covered"], every["ways_covered"])
        self.assertEqual(self.counted("one"), self.clang_branches("one", "truth.c"))

    def test_switches_have_ways_not_cases(self):
        self.write("switch.c", SWITCH)
        self.expect_figures("out", self.braid("switch.c", "--stdin", "1", "-o", "out"))
        # default with 'f'; -1 and 300 (which no byte is), then the others, as unsigned numbers are ordered
        self.assertEqual(self.counted("out"),
                         {5: [[True, True, True, True, False, True]], 14: [[True, True]]})

    def test_the_strategy_goes_where_nobody_was(self):
        # Thousands of paths; by distances over decisions that were met, 400 runs did not get there.
        self.write("hidden.c", HIDDEN)
        self.braid("hidden.c", "--stdin", "14", "--strategy", "coverage", "--jobs", "1", "--max-runs", "100", "-o", "out",
                   code=4)
        self.assertEqual(self.counted("out")[15], [[True, True], [True, True]])

    def test_a_switch_with_one_case(self):
        self.write("one.c", "#include <stdio.h>\nint main(void) {\n  switch (getchar()) {\n  case 'a': puts(\"a\");\n  }\n"
                            "  return 0;\n}\n")
        for level in ("-O0", "-O1"):
            out = "out" + level
            self.expect_figures(out, self.braid("one.c", "--stdin", "1", "-o", out, f"--compiler-options={level}"))
            self.assertEqual(self.counted(out), {3: [[True, True]]})

    def test_a_comparison_before_a_switch(self):
        # The optimiser would like to make one switch of both.
        self.write("both.c", "#include <stdio.h>\nint main(void) {\n  int c = getchar();\n  if (c == 'x')\n    return 1;\n"
                             "  switch (c) {\n  case 'a': return 2;\n  case 'f': return 3;\n  }\n  return 0;\n}\n")
        for level in ("-O0", "-O1", "-O2"):
            out = "out" + level
            self.expect_figures(out, self.braid("both.c", "--stdin", "1", "-o", out, f"--compiler-options={level}"))
            self.assertEqual(self.counted(out), {4: [[True, True]], 6: [[True, True, True]]})

    def test_exceptions(self):
        self.write("digit.cpp", EXCEPTIONS)
        self.expect_figures("out", self.braid("digit.cpp", "--stdin", "1", "-o", "out"))
        self.assertEqual(self.counted("out"), {11: [[True, True]], 13: [[True, True]], 21: [[True, True]],
                                               24: [[True, False]], 28: [[False, True]]})

    def test_libraries_do_not_count(self):
        self.write("library.c", LIBRARY)
        self.expect_figures("out", self.braid("library.c", "--stdin", "3", "-o", "out"))
        self.assertEqual(self.counted("out"), {7: [[True, True]], 9: [[True, True]]})

    def test_up_to_the_crash(self):
        self.write("crash.c", CRASH)
        self.expect_figures("out", self.braid("crash.c", "--stdin", "1", "-o", "out", code=1))
        self.assertEqual({line: places[0] for line, places in self.counted("out").items() if line != 16},
                         {7: [True, True], 9: [True, True], 13: [True, True], 15: [True, True]})

    def test_no_run_comes_to_its_end(self):
        self.write("killed.c", KILLED)
        self.expect_figures("out", self.braid("killed.c", "--stdin", "1", "-o", "out", code=4))
        self.assertEqual(self.counted("out"), {7: [[True, True]], 9: [[False, True]], 11: [[False, False]]})

    def test_before_main(self):
        self.write("constructor.c", CONSTRUCTOR)
        self.expect_figures("out", self.braid("constructor.c", "--stdin", "1", "-o", "out"))
        self.assertEqual(self.counted("out")[5], [[True, True]])
        self.assertEqual(self.counted("out")[9], [[True, False]])

    def test_several_files_with_common_functions(self):
        # An inline function is one place, however many copies there are.
        self.write("common.h", "static inline int big(int x) {\n  if (x > 50)\n    return 1;\n  return 0;\n}\n")
        self.write("one.c", '#include "common.h"\nint one(int x) { return big(x); }\n')
        self.write("two.c", '#include <stdio.h>\n#include "common.h"\nint one(int);\n'
                            "int main(void) {\n  int c = getchar();\n  return big(c) + one(c - 100);\n}\n")
        for level in ("-O0", "-O2"):
            text = self.braid("one.c", "two.c", "--stdin", "1", "-o", "out" + level, f"--compiler-options={level}")
            self.expect_figures("out" + level, text)
            self.assertEqual(self.counted("out" + level), {2: [[True, True]]})

    def test_the_same_for_two_jobs_and_after_a_stop(self):
        self.write("truth.c", TRUTH)
        one = ["truth.c", "--stdin", "2", "--jobs", "1", "--strategy", "breadth-first"]
        self.braid(*one, "-o", "one")
        self.braid("truth.c", "--stdin", "2", "--jobs", "2", "-o", "two")
        self.braid(*one, "-o", "stopped", "--max-runs", "5", code=4)
        before = self.json("stopped", "stats.json")
        self.expect_figures("stopped", self.braid(*one, "-o", "stopped"))
        for out in ("two", "stopped"):
            self.assertEqual(self.counted(out), self.counted("one"))
        self.assertLess(before["ways_covered"], self.json("one", "stats.json")["ways_covered"])


if __name__ == "__main__":
    unittest.main()
