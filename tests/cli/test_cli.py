"""The braid command itself: help that helps, exit codes that are kept, messages that say what to do next."""

import os
import re
import subprocess
import unittest

BRAID = os.path.join(os.environ["BRAID_PREFIX"], "bin", "braid")


def braid(*arguments):
    return subprocess.run([BRAID, *arguments], text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL)


class Help(unittest.TestCase):
    def test_help(self):
        outcome = braid("--help")
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        for part in ("braid-cc", "doctor", "export", "replay", "report", "run", "solve", "trace", "version", "Exit codes:"):
            self.assertIn(part, outcome.stdout)

    def test_help_as_a_command(self):
        self.assertEqual(braid("help").stdout, braid("--help").stdout)
        for command in ("run", "report", "replay", "export", "trace", "solve", "doctor", "version"):
            outcome = braid("help", command)
            self.assertEqual((outcome.returncode, outcome.stdout), (0, braid(command, "--help").stdout))
        self.assertIn("no command 'nothing'", braid("help", "nothing").stderr)

    def test_help_is_for_people(self):
        """No notation of the library that reads the command line."""
        text = braid("trace", "--help").stdout
        for leftover in ("{", "TEXT", "REQUIRED", ":SIZE", "NONNEGATIVE", "N ..."):
            self.assertNotIn(leftover, text)
        for option in ("--arg-symbolic N ", "--memory-limit SIZE ", "--time-limit SECONDS ", "--no-stdin "):
            self.assertIn("  " + option, text)
        self.assertLess(max(map(len, text.splitlines())), 101)
        for command in ("solve", "run", "report", "replay", "export"):
            text = braid(command, "--help").stdout
            for leftover in ("{", "TEXT", "REQUIRED", ":SIZE", "NONNEGATIVE"):
                self.assertNotIn(leftover, text)
            self.assertLess(max(map(len, text.splitlines())), 101, command)
        self.assertIn("Usage: braid run [OPTIONS] FILE... [-- PROGRAM ARGUMENTS]\n", braid("run", "--help").stdout)

    def test_a_line_for_each_command(self):
        listed = braid("--help").stdout.split("Commands:\n")[1].split("\n\n")[0].splitlines()
        self.assertEqual([line.split()[0] for line in listed],
                         ["run", "report", "replay", "export", "trace", "solve", "doctor", "version"])

    def test_exit_codes_are_listed_once_each(self):
        table = braid("--help").stdout.split("Exit codes:")[1]
        self.assertEqual(re.findall(r"^  (\d)  ", table, re.M), ["0", "1", "2", "3", "4", "5"])

    def test_nothing_given(self):
        outcome = braid()
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("doctor", outcome.stdout)

    def test_every_command_has_help(self):
        for command in ("run", "report", "replay", "export", "trace", "solve", "doctor", "version"):
            outcome = braid(command, "--help")
            self.assertEqual((outcome.returncode, outcome.stderr), (0, ""), command)


class Usage(unittest.TestCase):
    def test_unknown_command(self):
        outcome = braid("explode")
        self.assertEqual((outcome.returncode, outcome.stdout), (2, ""))
        self.assertIn("braid --help", outcome.stderr)

    def test_slip_of_the_finger(self):
        self.assertIn("'braid doctor'", braid("doctr").stderr)

    def test_unknown_option(self):
        for arguments in (["--no-such-option"], ["doctor", "--no-such-option"], ["version", "extra"]):
            outcome = braid(*arguments)
            self.assertEqual(outcome.returncode, 2, arguments)
            self.assertIn("--help", outcome.stderr)


class Commands(unittest.TestCase):
    def test_version(self):
        outcome = braid("version")
        self.assertEqual(outcome.returncode, 0)
        self.assertRegex(outcome.stdout, r"^braid \d+\.\d+\.\d+\n")
        self.assertIn("LLVM 19", outcome.stdout)
        self.assertTrue(outcome.stdout.startswith(braid("--version").stdout))

    def test_doctor(self):
        outcome = braid("doctor")
        self.assertEqual(outcome.returncode, 0, outcome.stdout + outcome.stderr)
        for subject in ("system", "compiler", "C program", "C++ program"):
            self.assertRegex(outcome.stdout, rf"(?m)^ok +{re.escape(subject)} ")

    @unittest.skipIf(os.environ.get("BRAID_SANITIZE") == "ON", "AddressSanitizer itself needs more than the limit")
    def test_doctor_says_what_to_do(self):
        outcome = subprocess.run(["sh", "-c", 'ulimit -v 8000000 && exec "$0" doctor', BRAID], text=True, capture_output=True,
                                 check=False)
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("-> Lift", outcome.stdout)


if __name__ == "__main__":
    unittest.main()
