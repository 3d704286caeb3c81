"""--fail-on of braid run and braid report: which findings make the exit code 1."""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

BRAID = os.path.join(os.environ["BRAID_PREFIX"], "bin", "braid")

# A leak, which is a warning, and with 'a' an error, too.
LEAK = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int byte = getchar();
  char *volatile block = malloc(8);
  block = malloc(9);
  free(block);
  if (byte == 'l')
    return 1;
#ifdef ERROR
  if (byte == 'a')
    abort();
#endif
  return 0;
}
"""


class FailOn(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="braid-fail-on-")
        self.addCleanup(shutil.rmtree, self.place)

    def braid(self, *words):
        return subprocess.run([BRAID, *words], text=True, capture_output=True, check=False, cwd=self.place,
                              env={name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")})

    def codes(self, words, *options):
        """Of braid run and braid report, for each of the words."""
        with open(os.path.join(self.place, "leak.c"), "w", encoding="utf-8") as file:
            file.write(LEAK)
        run = ("run", "leak.c", "-o", "out", "--jobs", "1", "--quiet", *options)
        return {word: (self.braid(*run, "--fail-on", word).returncode, self.braid("report", "out", "--fail-on", word).returncode)
                for word in words}

    def test_a_warning(self):
        self.assertEqual(self.codes(["any", "note", "warning", "memory-leak", "error", "none", "abort"]),
                         {"any": (1, 1), "note": (1, 1), "warning": (1, 1), "memory-leak": (1, 1), "error": (0, 0), "none": (0, 0),
                          "abort": (0, 0)})

    def test_an_error(self):
        self.assertEqual(self.codes(["error", "abort,double-free", "double-free"], "--compiler-options=-DERROR"),
                         {"error": (1, 1), "abort,double-free": (1, 1), "double-free": (0, 0)})

    def test_the_code_without_findings(self):
        """Not always 0: here not all paths were explored."""
        self.assertEqual(self.codes(["any", "none"], "--max-runs", "1"), {"any": (1, 1), "none": (4, 0)})

    def test_how_serious_a_leak_is(self):
        for severity, codes in (("error", (1, 1)), ("warning", (0, 0)), ("note", (0, 0)), ("none", (0, 0))):
            with self.subTest(severity):
                shutil.rmtree(os.path.join(self.place, "out"), ignore_errors=True)
                self.assertEqual(self.codes(["error"], "--leaks", severity), {"error": codes})
                names = glob.glob(os.path.join(self.place, "out", "findings", "*", "finding.json"))
                found = []
                for name in names:
                    with open(name, encoding="utf-8") as file:
                        found.append(json.load(file))
                self.assertEqual([(each["kind"], each["severity"]) for each in found],
                                 [("memory-leak", severity)] if severity != "none" else [])

    def test_words_that_are_none(self):
        for command in (("run", "leak.c"), ("report", "out")):
            outcome = self.braid(*command, "--fail-on", "error,leak")
            self.assertEqual(outcome.returncode, 2)
            self.assertIn("--fail-on: 'leak' is not a kind of finding (docs/report.md has them), nor error, warning, note, any or none",
                          outcome.stderr)

    def test_in_the_project_file(self):
        with open(os.path.join(self.place, "braid.toml"), "w", encoding="utf-8") as file:
            file.write('[run]\nfail-on = "error"\n')
        with open(os.path.join(self.place, "leak.c"), "w", encoding="utf-8") as file:
            file.write(LEAK)
        outcome = self.braid("run", "leak.c", "--jobs", "1")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertIn("memory-leak", outcome.stdout)  # told all the same
        self.assertEqual(self.braid("run", "leak.c", "--jobs", "1", "--fail-on", "warning").returncode, 1)

    def test_what_is_not_confirmed_does_not_count(self):
        shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "report", "out"), os.path.join(self.place, "out"))
        self.assertEqual(self.braid("report", "out", "--finding", "3").returncode, 1)
        self.assertEqual(self.braid("report", "out", "--finding", "3", "--fail-on", "any").returncode, 0)
        self.assertEqual(self.braid("report", "out", "--finding", "1", "--fail-on", "heap-buffer-overflow").returncode, 1)


if __name__ == "__main__":
    unittest.main()
