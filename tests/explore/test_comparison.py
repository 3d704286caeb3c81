#!/usr/bin/env python3
"""The comparison itself, tried: with a stand-in for `braid run` that knows the truth, and tells it with one fault at a
time. Each fault has to be noticed, and the plain truth has to pass."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get("BRAID_BIN", "")

# Written in place of `braid`. The comparison puts what it found by enumeration beside the program.
STAND_IN = '''#!{python}
import json, os, sys
arguments, fault = sys.argv[1:], os.environ["FAULT"]
with open(os.path.join(os.path.dirname(arguments[1]), "truth.json")) as file:
    paths = json.load(file)["paths"]
crash = any(path["outcome"]["ending"] != "exited" for path in paths)
results = arguments[arguments.index("-o") + 1]
tests = [dict(path, number=number, inputs=path["example"], is_path=True) for number, path in enumerate(paths)]
if fault == "missing":
    del tests[0]
elif fault == "duplicate":
    tests.append(dict(tests[0], number=len(tests)))
elif fault == "outcome":
    tests[0]["outcome"]["status"] += 1
    tests[0]["outcome"]["signal"] += 1
os.makedirs(os.path.join(results, "tests"))
for test in tests + [dict(tests[-1], number=99, is_path=False)]:
    with open(os.path.join(results, "tests", "%d.json" % test["number"]), "w") as file:
        json.dump(test, file)
with open(os.path.join(results, "stats.json"), "w") as file:
    json.dump(dict(paths=len(paths) + (fault == "count"), complete=fault != "claim"), file)
sys.exit(4 if fault == "budget" else crash != (fault == "finding"))
'''
NOTICED = {"missing": "missing: the path of", "duplicate": "on one path: test", "count": "paths, expected",
           "outcome": "ends otherwise than it says", "claim": "complete is False", "budget": "exit code 4",
           "finding": "exit code"}


class Comparison(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("braid-cc", "braid-c++", "braid-enumerate"):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\nexec "{os.path.join(BIN, name)}" "$@"\n')
        with open(os.path.join(self.folder, "braid"), "w", encoding="utf-8") as file:
            file.write(STAND_IN.replace("{python}", sys.executable))
        for name in os.listdir(self.folder):
            os.chmod(os.path.join(self.folder, name), stat.S_IRWXU)

    def run_with(self, fault, *programs):
        outcome = subprocess.run([sys.executable, "-B", os.path.join(HERE, "run.py"), "--bin-dir", self.folder,
                                  "--strategies", "depth-first", "--jobs", "1", *programs],
                                 capture_output=True, text=True, check=False, env={**os.environ, "FAULT": fault})
        return outcome.returncode, outcome.stdout + outcome.stderr

    def test_the_truth_passes(self):
        code, text = self.run_with("none", "asserting", "switch_shared", "palindrome", "exceptions")
        self.assertEqual(code, 0, text)
        self.assertIn("4 programs passed, 0 failed", text)

    def test_each_fault_is_noticed(self):
        for fault, words in NOTICED.items():
            for program in ("asserting", "switch_shared"):
                with self.subTest(fault=fault, program=program):
                    code, text = self.run_with(fault, program)
                    self.assertEqual(code, 1, text)
                    self.assertIn(words, text)
                    self.assertIn("to repeat:", text)

    def test_a_claim_that_should_not_be_made_is_noticed(self):
        code, text = self.run_with("none", "thread")
        self.assertEqual(code, 1, text)
        self.assertIn("complete is True", text)

    def test_a_symbol_that_should_be_kept_is_noticed(self):
        source = os.path.join(self.folder, "losing.c")
        with open(os.path.join(HERE, "programs", "format_floating.c"), encoding="utf-8") as file:
            text = file.read()
        with open(source, "w", encoding="utf-8") as file:
            file.write("// kept\n" + text)
        code, text = self.run_with("none", source)
        self.assertEqual(code, 1, text)
        self.assertIn("made concrete: lost: used in a way the library model does not follow", text)


if __name__ == "__main__":
    unittest.main()
