"""Small programs with a bug that several bytes of input have to work together for. The first comment of each says which
finding there is: Braid finds it, at the line marked BAD, and nothing else; and its script shows it without Braid."""

import glob
import os
import re
import subprocess
import tempfile
import unittest

from judge import findings_in, problem_of_reproduction

HERE = os.path.dirname(os.path.abspath(__file__))
BRAID = os.path.join(os.environ.get("BRAID_PREFIX", os.path.join(HERE, "..", "..", "build", "release")), "bin", "braid")
LONGEST = 300  # seconds; a machine may be busy, and most of it is not needed


class Programs(unittest.TestCase):
    def explore(self, name):
        source = os.path.join(HERE, "programs", name + ".c")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        kind = re.search(r"finding: ([a-z-]+) \*/", text)[1]
        line = next(number for number, each in enumerate(text.splitlines(), 1) if "/* BAD */" in each)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([BRAID, "run", source, "-o", "results", "--max-findings", "1", "--time-limit", str(LONGEST),
                            "--quiet"], cwd=folder, stdin=subprocess.DEVNULL, check=False, timeout=LONGEST * 5)
            found = findings_in(os.path.join(folder, "results"))
            confirmed = [(each["kind"], each["place"]["line"]) for each in found if each["confirmed"]]
            self.assertEqual(confirmed, [(kind, line)])
            self.assertEqual(problem_of_reproduction(found[0]), "")

    def test_all_are_here(self):
        self.assertEqual({os.path.basename(name)[:-2] for name in glob.glob(os.path.join(HERE, "programs", "*.c"))},
                         {"allocator", "image", "parser"})

    def test_parser(self):
        self.explore("parser")

    def test_image(self):
        self.explore("image")

    def test_allocator(self):
        self.explore("allocator")


if __name__ == "__main__":
    unittest.main()
