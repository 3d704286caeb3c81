#!/usr/bin/env python3
"""Black boxes: programs with a file that is not instrumented, explored with each policy of --concretize.

What `sampled` learns of such functions has to find what the others miss, whatever it finds has to be true of the plain
program, and nobody may claim that all paths were explored."""

import filecmp
import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

BIN = os.environ["BRAID_BIN"]
PLAIN = "gcc-12"

# Nothing here can be inverted by looking at results, and nothing is 0 at 0.
BOXES = r"""
unsigned hash(unsigned x) {
  x += 0x9e3779b9u;
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
unsigned mix(unsigned x, unsigned char y) { return hash(x * 31 + y); }
unsigned char low(unsigned x) { return hash(x) >> 24; }
_Bool is_positive(int x) { return x > 0; }
long wide(long x, short y, signed char z) { return (long)hash((unsigned)(x ^ y ^ z)) << 20 ^ x; }
int twice(int x) {
  extern int program_side(int);
  return program_side(x) + program_side(x + 1);
}
static int calls;
int next(int x) { return x + calls++; }
double half(double x) { return x / 2; }
int length_of(const char *text) { int n = 0; while (text[n]) n++; return n; }
int odd(int x) {
  if (x == 0)
    __builtin_trap();
  return x & 1;
}
"""

HEAD = r"""
#include <braid.h>
#include <stdbool.h>
#include <stdlib.h>
unsigned hash(unsigned x);
unsigned mix(unsigned x, unsigned char y);
unsigned char low(unsigned x);
bool is_positive(int x);
long wide(long x, short y, signed char z);
int twice(int x);
int next(int x);
double half(double x);
int length_of(const char *text);
int odd(int x);
int program_side(int x) { return x > 100 ? x - 100 : x; }
int main(void) {
  unsigned x = 0, y = 0;
  braid_symbolic(&x, sizeof x, "x");
  braid_symbolic(&y, sizeof y, "y");
"""
TAIL = "\n  return 0;\n}\n"


class BlackBoxes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="braid-boxes-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with open(os.path.join(cls.folder, "boxes.c"), "w", encoding="utf-8") as file:
            file.write(BOXES)
        subprocess.run([PLAIN, "-O1", "-c", "boxes.c"], cwd=cls.folder, check=True)

    def build(self, body, *options):
        source = os.path.join(self.folder, self.id().rpartition(".")[2] + ".c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(HEAD + body + TAIL)
        program = source.removesuffix(".c")
        subprocess.run([os.path.join(BIN, "braid-cc"), "-O1", "-g", *options, source, "boxes.o", "-o", program],
                       cwd=self.folder, check=True)
        return program

    def explore(self, program, policy, *options, name="", fresh=True):
        """The figures of an exploration. What is true of all of them is checked here."""
        out = f"{program}-{policy}{name}"
        if fresh:
            shutil.rmtree(out, ignore_errors=True)
        words = options if "--jobs" in options else ("--jobs", "1", *options)
        result = subprocess.run([os.path.join(BIN, "braid"), "run", program, "--concretize", policy, "-o", out,
                                 "--time-limit", "200", *words], cwd=self.folder, capture_output=True, text=True,
                                check=False, timeout=250)
        self.assertIn(result.returncode, (0, 1, 4), result.stdout + result.stderr)
        self.assertNotIn("All paths were explored", result.stdout)
        with open(os.path.join(out, "stats.json"), encoding="utf-8") as file:
            figures = json.load(file)
        self.assertFalse(figures["complete"])
        figures["out"] = out
        figures["text"] = result.stdout
        if policy == "sampled":
            self.assertIn("passed to a function that is not instrumented", result.stdout)
        return figures

    def kept_tests(self, figures):
        for path in sorted(glob.glob(os.path.join(figures["out"], "tests", "*.json"))):
            with open(path, encoding="utf-8") as file:
                yield path, json.load(file)

    def assert_inputs_only(self, figures):
        """Results are no input: no test has them, and findings replay."""
        found = 0
        for path, test in self.kept_tests(figures):
            self.assertEqual([source["name"] for source in test["inputs"] if source["kind"] == "mark"], ["x", "y"])
            self.assertEqual({source["kind"] for source in test["inputs"]} - {"mark", "stdin"}, set())
            if test["outcome"]["ending"] == "signalled":
                found += 1
                shown = subprocess.run([os.path.join(BIN, "braid"), "replay", path], cwd=self.folder,
                                       capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual(shown.returncode, 0, shown.stdout + shown.stderr)
                self.assertIn("as recorded", shown.stdout + shown.stderr)
        self.assertGreater(found, 0)

    def finds(self, body, missed_by=(), most_runs=None, by_luck=False):
        """sampled finds the abort(); these policies do not. What only luck finds, two workers may not find: which values
        they try depends on which of them comes first."""
        program = self.build(body)
        for policy in missed_by:
            self.assertEqual(self.explore(program, policy, "--max-runs", "400")["findings"], 0, policy)
        figures = self.explore(program, "sampled")
        self.assertEqual(figures["findings"], 1, figures["text"])
        self.assertEqual(figures["divergences"], 0, figures["text"])
        if most_runs:
            self.assertLessEqual(figures["runs"], most_runs)
        self.assert_inputs_only(figures)
        with_two = self.explore(program, "sampled", "--jobs", "2", name="-2")
        if with_two["findings"] == 0 and by_luck: # then it must say that the way is open
            self.assertIn("no result seen", with_two["text"])
        else:
            self.assertEqual(with_two["findings"], 1, with_two["text"])
        return figures

    # --- what is found ---

    def test_the_hash_of_an_input(self):
        self.finds("if (x == hash(y)) abort();", most_runs=2)

    def test_the_hash_of_a_value_that_is_wanted_later(self):
        # The input that reaches it needs a pair that no run has shown yet: one run learns it, the next one uses it.
        figures = self.finds("if (x == hash(y) && y == 123456789) abort();", ("unsound",), 5)
        self.assertEqual(figures["guesses"], 1)

    def test_a_value_that_was_lost_and_is_wanted_later(self):
        # Also where nothing is known about the function: the value that the later decision asks for is tried at once.
        for body in ["if (x == hash(y) && y == 123456789) abort();",
                     "if (y == hash(hash(x)) && x == 123456789) abort();",
                     "if (x == mix(y, 7) && y == 123456789) abort();"]:
            figures = self.explore(self.build(body), "sound", "--max-runs", "20")
            self.assertEqual(figures["findings"], 1, figures["text"])

    def test_a_hash_of_a_hash(self):
        self.finds("if (y == hash(hash(x)) && x == 123456789) abort();", ("unsound",), 6)

    def test_two_hashes(self):
        self.finds("if (hash(x) - hash(y) == 0 && x == 123456789) abort();", ("sound", "unsound"))

    def test_two_arguments(self):
        self.finds("if (x == mix(y, 7) && y == 123456789) abort();", ("unsound",))

    def test_both_arguments_are_input(self):
        self.finds("if ((x >> 8) == mix(y, (unsigned char)x) >> 8 && y == 123456789) abort();",
                   ("unsound",))

    def test_widths_and_signs(self):
        self.finds("if (wide(-(long)x, (short)y, -3) < -5 && (short)y < -300) abort();", ("unsound",))

    def test_one_bit(self):
        self.finds("if (is_positive((int)x) && !is_positive((int)y) && x + y == 1) abort();", ("unsound",))

    def test_a_result_by_trying(self):
        figures = self.finds("if (low(x) == 42) abort();", ("unsound",), by_luck=True)
        self.assertGreater(figures["guesses"], 1)

    def test_a_collision(self):
        self.finds("if (low(x) == low(y) && x != y) abort();", ("unsound",))

    def test_an_index(self):
        self.finds("static const char table[16] = {[11] = 1}; if (table[low(x) & 15]) abort();", ("unsound",))

    def test_a_switch(self):
        self.finds("switch (low(x) & 15) { case 1: return 1; case 2: return 2; case 13: abort(); }", ("unsound",))

    def test_a_crash_inside(self):
        """Nothing is learnt from a call that does not return, and it is no proof of anything."""
        program = self.build("if (odd((int)x)) abort();")
        figures = self.explore(program, "sampled")
        self.assertEqual((figures["findings"], figures["samples"]), (1, 0), figures["text"])
        self.assertIn("SIGILL", figures["text"])

    # --- what is not followed ---

    def test_other_calls_are_as_with_sound(self):
        """Pointers to symbols, floating point, results that nobody wants: the value is asked for."""
        for body in ("if (half(x) == 21.0) abort();", "char t[3] = {(char)x, (char)y, 0}; if (length_of(t) == 2) abort();",
                     "hash(x); if (y == 5) abort();"):
            with self.subTest(body):
                program = self.build(body)
                out, figures = f"{program}-sampled", {}
                for policy in ("sound", "sampled"):
                    shutil.rmtree(f"{program}-{policy}", ignore_errors=True)
                    subprocess.run([os.path.join(BIN, "braid"), "run", program, "--concretize", policy, "--jobs", "1",
                                    "-o", f"{program}-{policy}", "--max-values", "20", "--quiet"], cwd=self.folder,
                                   check=False, timeout=250)
                    with open(f"{program}-{policy}/stats.json", encoding="utf-8") as file:
                        figures[policy] = json.load(file)
                self.assertEqual(figures["sampled"]["samples"], 0)
                for figure in ("runs", "paths", "findings", "complete"):
                    self.assertEqual(figures["sound"][figure], figures["sampled"][figure], figure)
                self.assertEqual(filecmp.cmp(f"{program}-sound/tree.json", f"{out}/tree.json", False), True)

    def test_a_box_that_calls_back(self):
        program = self.build("if (twice((int)x) == 12345 && y == 77) abort();")
        figures = self.explore(program, "sampled", "--max-values", "20")
        self.assertLess(figures["runs"], 500)

    # --- boxes that are no functions ---

    def test_a_counter(self):
        """The same arguments, another result each time: inputs diverge, which is counted, and it ends."""
        program = self.build("int a = next((int)x), b = next((int)x); if (a == 1 && x == 0) abort(); "
                             "if (a == b) abort(); static const char table[8]; return table[next((int)y) & 7];")
        figures = self.explore(program, "sampled")
        self.assertEqual(figures["findings"], 0, figures["text"])
        self.assertGreater(figures["divergences"], 0)
        self.assertEqual(figures["stopped_by"], "done")
        self.assertIn("an input took another path than it was made for", figures["text"])

    def test_what_no_result_reaches_is_no_proof(self):
        """is_positive never returns the same for these two, but nobody has seen everything that it returns."""
        program = self.build("if (is_positive((int)(x & 3)) != is_positive((int)(x & 3))) abort(); "
                             "if (low(x & 3) == 0x11) abort(); if ((y & 3) == 4) abort();")
        figures = self.explore(program, "sampled")
        self.assertEqual(figures["findings"], 0, figures["text"])
        self.assertIn("no result seen of a function that is not instrumented leads there", figures["text"])
        with open(os.path.join(figures["out"], "tree.json"), encoding="utf-8") as file:
            self.assertIn("unknown: results", file.read())
        # Arguments that were all seen are not tried again.
        self.assertLess(figures["runs"], 10)

    # --- the same as ever ---

    def test_the_same_seed_gives_the_same_bytes(self):
        program = self.build("if (low(x) == 42 && hash(y) == x) abort();")
        first = self.explore(program, "sampled", name="-a")
        second = self.explore(program, "sampled", name="-b")
        names = [os.path.relpath(path, first["out"]) for path in glob.glob(first["out"] + "/tests/*")]
        self.assertGreater(len(names), 4)
        _, different, missing = filecmp.cmpfiles(first["out"], second["out"], names + ["tree.json", "sites.json"],
                                                 shallow=False)
        self.assertEqual((different, missing), ([], []))
        self.assertEqual(first["runs"], second["runs"])

    def test_going_on_with_what_was_learnt(self):
        program = self.build("if (low(x) == 42 && y == hash(x)) abort();")
        stopped = self.explore(program, "sampled", "--max-runs", "20")
        self.assertEqual((stopped["runs"], stopped["findings"]), (20, 0))
        figures = self.explore(program, "sampled", fresh=False)
        self.assertGreater(figures["runs"], 20)
        self.assertGreaterEqual(figures["samples"], stopped["samples"])
        self.assertEqual(figures["findings"], 1)


if __name__ == "__main__":
    unittest.main()
