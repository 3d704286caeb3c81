"""run.py without Braid: folders of results as Braid would write them, right and wrong in many ways."""

import contextlib
import io
import json
import os
import re
import tempfile
import unittest

import run
from generate import generate
from judge import BadFolder, findings_in, problem_of, problem_of_reproduction, shows

REPORT = "echo '==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1'\nexit 1\n"

# In the place of braid: the results are right for every program, because it reads the manifest.
STAND_IN = """#!/usr/bin/env python3
import json, os, sys
said = json.load(open("manifest.json"))
folder = sys.argv[sys.argv.index("-o") + 1] + "/findings/001-" + said["expected"]
assert sys.argv[1] == "run" and sys.argv[2:2 + len(said["sources"])] == said["sources"]
if said["version"] == "bad":
    os.makedirs(folder)
    json.dump({"format": 2, "kind": said["expected"], "place": said["place"], "confirmed": CONFIRMED,
               "reproduce": {"folder": ".", "script": "reproduce.sh"}}, open(folder + "/finding.json", "w"))
    open(folder + "/reproduce.sh", "w").write("kill -ABRT $$\\n")
sys.exit(STATUS)
"""


class Judging(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.bad, self.good = generate("stack-write-high", "54", self.folder)
        self.results = os.path.join(self.bad["folder"], "results")

    def finding(self, number=1, script=REPORT, **changed):
        """Writes a finding that is right but for what is changed."""
        said = {"format": 2, "kind": "stack-buffer-overflow", "cwe": 121, "severity": "error", "message": "so",
                "place": {"file": "/any/where/" + self.bad["place"]["file"], "line": self.bad["place"]["line"],
                          "column": 3, "function": "step4"},
                "confirmed": True, "reproduce": {"folder": "reproduce", "script": "reproduce.sh"}, **changed}
        folder = os.path.join(self.results, "findings", f"{number:03}-{said['kind']}")
        os.makedirs(os.path.join(folder, "reproduce"))
        with open(os.path.join(folder, "finding.json"), "w", encoding="utf-8") as file:
            json.dump(said, file)
        if script is not None:
            with open(os.path.join(folder, "reproduce", "reproduce.sh"), "w", encoding="utf-8") as file:
                file.write(script)

    def test_what_is_expected(self):
        self.finding()
        self.assertEqual(run.judge(self.bad), "")

    def test_nothing(self):
        self.assertIn("not found: stack-buffer-overflow at step4.c:", run.judge(self.bad))
        self.assertEqual(run.judge(self.good), "")

    def test_other_kind_line_file(self):
        right = self.bad["place"]
        for changed in ({"kind": "heap-buffer-overflow"}, {"place": {**right, "line": right["line"] + 1}},
                        {"place": {**right, "file": "main.c"}}, {"place": None}):
            said = {"kind": "stack-buffer-overflow", "place": right, "confirmed": True, **changed}
            self.assertIn("not found", problem_of(self.bad, [said]), changed)

    def test_not_confirmed(self):
        self.finding(confirmed=False)
        self.assertIn("not confirmed", run.judge(self.bad))
        self.finding(2)
        self.assertEqual(run.judge(self.bad), "")

    def test_consequences_and_others(self):
        self.finding()
        self.finding(2, kind="wild-pointer", place={"file": "x.c", "line": 1})
        self.assertEqual(run.judge(self.bad), "")
        self.finding(3, kind="memory-leak", place={"file": "x.c", "line": 1})
        self.assertEqual(run.judge(self.bad), "found, too: memory-leak at x.c:1")

    def test_finding_in_good_version(self):
        self.finding(confirmed=False)
        self.assertEqual(problem_of(self.good, findings_in(self.results)), "")
        self.finding(2)
        self.assertIn("nothing is wrong", problem_of(self.good, findings_in(self.results)))

    def test_other_formats(self):
        self.finding(format=3)
        self.assertIn("format 3", run.judge(self.bad))
        with open(os.path.join(self.results, "findings", "001-stack-buffer-overflow", "finding.json"), "w",
                  encoding="utf-8") as file:
            file.write("{")
        with self.assertRaises(BadFolder):
            findings_in(self.results)

    def test_reproduction(self):
        for number, (script, wrong) in enumerate((
                (REPORT, ""), ("kill -SEGV $$\n", ""), ("echo ran; exit 1\n", "does not show it"),
                (None, "there is no"),
                ("[ -z \"$(ls)\" ] && echo 'main.c:3:4: runtime error: so'\n", "")), 1):
            self.finding(number, script)
            problem = problem_of_reproduction(findings_in(self.results)[number - 1])
            self.assertEqual(problem == "", wrong == "", problem)
            self.assertIn(wrong, problem)

    def test_what_shows_a_loop(self):
        self.assertTrue(shows("endless-loop", 124, ""))
        self.assertTrue(shows("endless-loop", 1, "timed out after 10 s"))
        self.assertFalse(shows("null-pointer", 124, ""))
        self.assertFalse(shows("endless-loop", 0, "done"))


class Running(unittest.TestCase):
    def run_with(self, confirmed="True", status="1"):
        with tempfile.TemporaryDirectory() as folder:
            braid = os.path.join(folder, "braid")
            with open(braid, "w", encoding="utf-8") as file:
                file.write(STAND_IN.replace("CONFIRMED", confirmed).replace("STATUS", status))
            os.chmod(braid, 0o755)
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
                status = run.main(["--braid", braid, "--sample", "3", "--seed", "5"])
        return status, printed.getvalue()

    def test_all_right(self):
        self.assertEqual(self.run_with(), (0, "6 passed, 0 failed\n"))

    def test_failures_are_listed(self):
        status, printed = self.run_with("False")
        self.assertEqual(status, 1)
        self.assertEqual(len(re.findall(r"^\S+ +\d\d +bad +not confirmed", printed, re.MULTILINE)), 3)
        self.assertTrue(printed.endswith("3 passed, 3 failed\n"))

    def test_trouble(self):
        status, printed = self.run_with(status="5")
        self.assertEqual((status, printed.splitlines()[-1]), (1, "0 passed, 6 failed"))
        self.assertIn("exit status 5", printed)


if __name__ == "__main__":
    unittest.main()
