#!/usr/bin/env python3
"""Programs with very many paths, which merging explores in few runs, and the example of the paper that it comes from."""

import json
import os
import subprocess
import tempfile
import unittest

BIN = os.environ["BRAID_BIN"]
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


class Merging(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="braid-merging-")
        self.addCleanup(self.folder.cleanup)

    def explore(self, name, level, *options):
        results = os.path.join(self.folder.name, level)
        outcome = subprocess.run([os.path.join(BIN, "braid"), "run", os.path.join(HERE, name), "-o", results,
                                  "--coverage", level, "--jobs", "1", "--time-limit", "200", *options],
                                 capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        self.assertIn(outcome.returncode, (0, 1, 4), outcome.stdout + outcome.stderr)
        with open(os.path.join(results, "stats.json"), encoding="utf-8") as file:
            return json.load(file), outcome.stdout

    def runs(self, name, count, level="error+branch"):
        figures, text = self.explore(name, level, "--checks=none", f"--compiler-options=-DK={count}")
        self.assertTrue(figures["complete"], text)
        self.assertEqual(figures["ways_covered"], figures["ways_total"], text)
        return figures["runs"]

    def test_runs_grow_with_the_decisions_and_not_with_the_paths(self):
        few, more, many = (self.runs("flags.c", count) for count in (8, 16, 64))
        self.assertLessEqual(many - more, 6 * (more - few) + 4)

    def test_states_that_matter_are_told_apart(self):
        figures, text = self.explore("flags_counted.c", "branch", "--checks=none")
        self.assertTrue(figures["complete"], text)
        self.assertEqual(figures["ways_covered"], figures["ways_total"])
        self.assertLess(figures["runs"], 250)

    def test_flags_in_functions_and_on_the_heap(self):
        few, more, many = (self.runs("flags_in_calls.c", count) for count in (6, 12, 24))
        self.assertLessEqual(many - more, 2 * (more - few) + 4)

    def shown(self, name, level, *options):
        """What is covered, and which findings there are at which lines."""
        figures, text = self.explore(name, level, *options)
        results = os.path.join(self.folder.name, level)
        with open(os.path.join(results, "sites.json"), encoding="utf-8") as file:
            covered = {(site["line"], site["column"], way) for site in json.load(file)
                       for way, is_covered in enumerate(site.get("covered", [])) if is_covered}
        findings = set()
        for finding in os.listdir(os.path.join(results, "findings")):
            with open(os.path.join(results, "findings", finding, "finding.json"), encoding="utf-8") as file:
                found = json.load(file)
            findings.add((found["kind"], found["place"]["line"]))
        self.assertTrue(figures["complete"], text)
        return covered, findings

    def test_nothing_is_lost(self):
        for name, options in (("sorted_by_callback.c", ("--checks=none",)), ("null_after_a_flag.c", ())):
            options += ("--stdin", "4", "--compiler-options=-O0")
            truth = self.shown(name, "path", *options)
            for level in ("context", "error+branch", "branch"):
                with self.subTest(name, level=level):
                    self.assertEqual(self.shown(name, level, *options), truth)

    def test_a_report_says_what_was_merged(self):
        _, text = self.explore("flags.c", "error+branch", "--checks=none", "--compiler-options=-DK=8")
        self.assertRegex(text, r"\d+ paths, \d+ merged, \d+ runs")
        self.assertIn("Every way that some input goes was gone", text)

    def test_the_example_of_the_paper(self):
        options = ("--stdin", "3", "--input-functions", "rand,atoi", "--checks=none")
        figures, text = self.explore("fgets_12.c", "error+branch", *options)
        self.assertTrue(figures["complete"], text)
        self.assertEqual(figures["findings"], 1, text)
        self.assertGreaterEqual(figures["merged_paths"], 3)
        self.assertLessEqual(figures["runs"], 24)

    def test_the_overflow_of_the_example_is_proved(self):
        # Of several functions that return input, another one can come next on another path: values go by their names.
        figures, text = self.explore("fgets_12.c", "error+branch", "--stdin", "3", "--input-functions", "rand,atoi")
        self.assertEqual(figures["findings"], 1, text)
        self.assertIn("stack-buffer-overflow at", text)
        self.assertIn("fgets_12.c:29 (bad)", text)

    def test_a_goal_is_part_of_the_state(self):
        self.explore("flags.c", "branch", "--checks=none", "--compiler-options=-DK=4")
        figures, _ = self.explore("flags.c", "branch", "--checks=none", "--compiler-options=-DK=4")
        self.assertEqual(figures["processes"], 2)
        self.assertTrue(figures["complete"])

    def test_a_program_that_was_not_compiled_for_it(self):
        program = os.path.join(self.folder.name, "program")
        for option, code in ((), 2), (("--braid-merging",), 0):
            subprocess.run([os.path.join(BIN, "braid-cc"), "-DK=4", *option, os.path.join(HERE, "flags.c"), "-o", program],
                           check=True)
            outcome = subprocess.run([os.path.join(BIN, "braid"), "run", program, "--stdin", "4", "--coverage=branch",
                                      "-o", program + "-out"], capture_output=True, text=True, check=False)
            self.assertEqual(outcome.returncode, code, outcome.stdout + outcome.stderr)
        with self.subTest("and not with guesses"):
            outcome = subprocess.run([os.path.join(BIN, "braid"), "run", program, "--coverage=branch",
                                      "--concretize=sampled"], capture_output=True, text=True, check=False)
            self.assertEqual(outcome.returncode, 2)
            self.assertIn("--concretize=sampled", outcome.stderr)

    def test_what_is_no_level(self):
        outcome = subprocess.run([os.path.join(BIN, "braid"), "run", os.path.join(HERE, "flags.c"), "--coverage",
                                  "most"], capture_output=True, text=True, check=False, cwd=self.folder.name)
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("error+branch", outcome.stdout + outcome.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
