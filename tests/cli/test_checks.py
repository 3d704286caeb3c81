"""Operations that can go wrong: braid-cc --braid-checks, and what braid trace tells of them."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

BIN = os.path.join(os.environ["BRAID_PREFIX"], "bin")

# A line for each check; the first byte chooses, the others are operands.
PROGRAM = r"""
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
static int table[10];
static int after(int n) {
  if (n > 0)
    return 1;
  __builtin_unreachable(); /* unreachable */
}
int main(void) {
  unsigned char b[9];
  int x, y;
  if (fread(b, 1, 9, stdin) != 9)
    return 99;
  memcpy(&x, b + 1, 4);
  memcpy(&y, b + 5, 4);
  volatile int result = 0;
  switch (b[0]) {
  case 'a': result = x + y; break; /* signed-overflow */
  case 's': result = 1 << (b[1] & 63); break; /* shift */
  case 'f': result = (signed char)(x * 0.5); break; /* float-conversion */
  case 'i': result = table[b[1] & 15]; break; /* index */
  case 'v': { bool truth; memcpy(&truth, b + 1, 1); result = truth; break; } /* invalid-value */
  case 'l': { int n = (signed char)b[1]; char t[n]; t[0] = 1; result = t[0]; break; } /* array-size */
  case 'u': result = after(x); break;
  case 'w': result = (int)((unsigned)x + (unsigned)y); break; /* unsigned-wrap */
  case 'c': { unsigned char low = (unsigned)x; result = low; break; } /* lossy-conversion */
  case 'm': { char text[12] = "eleven char", copy[64] = ""; memcpy(copy, text, b[1] & 31); result = copy[0]; break; } /* length */
  case 'k': result = table[9] + 2147483647 - result; break;
  }
  return result & 7;
}
"""


class Checks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="braid-checks-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with open(os.path.join(cls.folder, "checks.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        cls.lines = {text.split("/* ")[1].split(" */")[0]: number for number, text in enumerate(PROGRAM.splitlines(), 1)
                     if "/* " in text}

    def build(self, checks, *options):
        program = os.path.join(self.folder, "checks" + checks.replace(",", "_") + "".join(options))
        subprocess.run([os.path.join(BIN, "braid-cc"), "-g", *options, f"--braid-checks={checks}", "checks.c", "-o", program],
                       cwd=self.folder, check=True)
        return program

    def events(self, program, data):
        result = subprocess.run([os.path.join(BIN, "braid"), "trace", "--json", program], input=data, cwd=self.folder,
                                capture_output=True, check=False, timeout=60)
        events = [event for event in json.loads(result.stdout)["events"] if event["kind"] == "check"]
        return [(event["check"], event["line"], event["failed"], event["condition"] is not None) for event in events]

    def test_each_is_recorded_at_its_line_whether_it_goes_wrong_or_not(self):
        right, wrong = b"\1\0\0\0\1\0\0\0", b"\xff\xff\xff\x7f\xff\xff\xff\x7f"
        for level in ("-O0", "-O1", "-O2"):
            program = self.build("all", level)
            for letter, check in (("a", "signed-overflow"), ("s", "shift"), ("f", "float-conversion"), ("i", "index"),
                                  ("v", "invalid-value"), ("w", "unsigned-wrap"), ("c", "lossy-conversion"), ("m", "length")):
                for data, failed in ((right, False), (wrong, True)):
                    if letter == "w" and failed:
                        data = b"\xff" * 8
                    with self.subTest(level=level, check=check, failed=failed):
                        self.assertIn((check, self.lines[check], failed, True),
                                      self.events(program, letter.encode() + data))
            self.assertIn(("array-size", self.lines["array-size"], False, True), self.events(program, b"l" + right))
            self.assertIn(("array-size", self.lines["array-size"], True, True), self.events(program, b"l\xff" + right[1:]))
            self.assertIn(("unreachable", self.lines["unreachable"], True, False), self.events(program, b"u" + b"\0" * 8))

    def test_only_those_that_are_wanted(self):
        data = b"a\xff\xff\xff\x7f\xff\xff\xff\x7f"
        self.assertEqual(self.events(self.build("none"), data), [])
        self.assertEqual(self.events(self.build("usual,-signed-overflow"), data), [])
        self.assertEqual([event[0] for event in self.events(self.build("signed-overflow"), data)], ["signed-overflow"])
        self.assertEqual(self.events(self.build("usual"), b"w" + b"\xff" * 8), [])

    def test_the_program_does_what_it_does_without_them(self):
        for data in (b"a" + b"\xff\xff\xff\x7f" * 2, b"s" + b"\x05" * 8, b"i" + b"\x0c" * 8, b"k" + bytes(8)):
            codes = {subprocess.run([self.build(checks, "-O1")], input=data, check=False).returncode
                     for checks in ("none", "all")}
            self.assertEqual(len(codes), 1)

    def test_in_words(self):
        result = subprocess.run([os.path.join(BIN, "braid"), "trace", self.build("usual")], cwd=self.folder,
                                input=b"a" + b"\xff\xff\xff\x7f" * 2, capture_output=True, check=False)
        self.assertIn("operations that can go wrong (", result.stdout.decode())
        self.assertRegex(result.stdout.decode(), "signed-overflow, once, went wrong once: if .*stdin")

    def test_names_that_are_none(self):
        result = subprocess.run([os.path.join(BIN, "braid-cc"), "--braid-checks=overflow", "checks.c"], cwd=self.folder,
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("'overflow' is not a check. They are signed-overflow, ", result.stderr)


if __name__ == "__main__":
    unittest.main()
