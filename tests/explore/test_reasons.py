#!/usr/bin/env python3
"""What Braid cannot explore it says, and where: small programs (reasons/) of which each has one place beyond what
is followed, solved or allowed. An exploration must not claim to have seen everything then, must end with exit code
4, and must name the reason, with the place that is marked with HERE.

// options: --stdin 2      of braid run
// reason: text            what stats.json calls the obstacle"""

import json
import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "reasons")
BIN = os.path.abspath(os.environ["BRAID_BIN"])


class Reasons(unittest.TestCase):
    def explore(self, name, folder):
        source = os.path.join(PROGRAMS, name)
        with open(source, encoding="utf-8") as file:
            text = file.read()
        said = dict(re.findall(r"^// (options|reason): *(.*?)\s*$", text, re.MULTILINE))
        line = next(number for number, code in enumerate(text.splitlines(), 1) if code.endswith("// HERE"))
        program, out = os.path.join(folder, "program"), os.path.join(folder, "out")
        subprocess.run([os.path.join(BIN, "braid-cc"), "-O0", "-g", source, "-o", program, "-lm", "-pthread"],
                       check=True)
        outcome = subprocess.run([os.path.join(BIN, "braid"), "run", program, "-o", out, "--jobs", "1",
                                  *said["options"].split()], capture_output=True, text=True, check=False,
                                 stdin=subprocess.DEVNULL, cwd=folder, timeout=300)
        with open(os.path.join(out, "stats.json"), encoding="utf-8") as file:
            figures = json.load(file)
        self.assertFalse(figures["complete"])
        self.assertEqual(outcome.returncode, 4, outcome.stdout + outcome.stderr)
        self.assertNotIn("All paths were explored", outcome.stdout)
        found = [(obstacle["what"], obstacle["place"]) for obstacle in figures["obstacles"]]
        self.assertTrue(any(what.startswith(said["reason"]) and f"{name}:{line} " in place for what, place in found),
                        f"expected '{said['reason']}' at line {line}; found {found}")
        self.assertIn(said["reason"], outcome.stdout)

    def test_each_is_told(self):
        for name in sorted(os.listdir(PROGRAMS)):
            with self.subTest(name), tempfile.TemporaryDirectory(prefix="braid-reasons-") as folder:
                self.explore(name, folder)


if __name__ == "__main__":
    unittest.main()
