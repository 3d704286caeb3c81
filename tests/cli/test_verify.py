"""The command line of braid-verify, with which the other tests are made."""

import json
import os
import subprocess
import tempfile
import unittest

BIN = os.path.join(os.environ["BRAID_PREFIX"], "bin")

PROGRAM = r"""
#include <stdio.h>
int main(int argc, char **argv) {
  printf("%c %s\n", getchar(), argc > 1 ? argv[1] : "nothing");
  return 0;
}
"""


class Verify(unittest.TestCase):
    def test_one_value_for_each_input(self):
        with tempfile.TemporaryDirectory(prefix="braid-verify-") as folder:
            for name, text in (("prog.c", PROGRAM), ("one", "a"), ("two", "b")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            subprocess.run([os.path.join(BIN, "braid-cc"), "prog.c", "-o", "prog"], cwd=folder, check=True)
            program = os.path.join(folder, "prog")
            for arguments in (["--input", "one", "--input", "two", program, "--", "word"],
                              [program, "--input", "one", "--input", "two", "--", "word"]):
                outcome = subprocess.run([os.path.join(BIN, "braid-verify"), *arguments], cwd=folder, text=True,
                                         capture_output=True, check=False)
                self.assertEqual(outcome.returncode, 0, outcome.stdout + outcome.stderr)
                runs = [json.loads(line) for line in outcome.stdout.splitlines()]
                self.assertEqual(len(runs), 2)
                self.assertEqual([run["outcome"] for run in runs], ["exit status 0"] * 2)


if __name__ == "__main__":
    unittest.main()
