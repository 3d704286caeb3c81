"""What braid run says about a finding beside its kind and place: which bytes matter, the way there, the simplest input."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")

# Three bytes matter for the first; the parity of a sum does not, though there is a decision about it.
NAMES = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned char head[6];
  char table[10] = {0};
  if (fread(head, 1, 6, stdin) != 6)
    return 1;
  if ((head[4] + head[5]) % 2 == 1)
    puts("odd");
  if (head[0] != 'N' || head[1] < '0' || head[1] > '9')
    return 2;
  puts("name");
  printf("%d\n", table[head[2]]); /* index */
  return 0;
}
"""

SUM = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int first = getchar(), second = getchar(), turns = 0;
  if (first == EOF || second == EOF || first + second != 201)
    return 1;
  for (int each; (each = getchar()) == '+';)
    turns++;
  if (turns == 5)
    abort();
  return 0;
}
"""

# Two bytes matter for the loop, and a third decides something else.
LOOP = r"""
#include <stdio.h>
int main(void) {
  char line[4] = "";
  volatile unsigned turns = 0;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  if (line[2] == 'x')
    puts("x");
  if (line[0] == '%' && line[1] == 'd')
    for (;;) turns++;
  return 0;
}
"""

# An input of a test is longer than it needs to be; what lies behind is read and not looked at.
TAIL = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[40];
  size_t length = fread(line, 1, sizeof line, stdin);
  for (size_t i = 0; i < length; i++)
    if (line[i] == '!')
      abort();
  return 0;
}
"""

# The block that is overrun was made by one function and is used by another.
BLOCK = r"""
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static char *make(int size) {
  char *block = malloc(size); /* line 5 */
  block[0] = 0;
  return block;
}
__attribute__((noinline)) static void fill(char *block, int count) {
  for (int i = 0; i < count; i++)
    block[i] = 1; /* line 11 */
}
int main(void) {
  int size = getchar();
  if (size < 4 || size > 6)
    return 1;
  char *block = make(5);
  fill(block, size); /* line 18 */
  free(block);
  return 0;
}
"""


class Explanations(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="braid-explanations-")
        self.addCleanup(shutil.rmtree, self.place)

    def explore(self, source, *options):
        with open(os.path.join(self.place, "program.c"), "w", encoding="utf-8") as file:
            file.write(source)
        outcome = subprocess.run([BRAID, "run", "program.c", "-o", "out", "--jobs", "1", "--quiet", *options], text=True,
                                 capture_output=True, check=False, cwd=self.place)
        self.assertEqual((outcome.returncode, outcome.stderr), (1, ""), outcome.stdout)
        return json.loads(self.report("--format", "json"))["findings"]

    def report(self, *options):
        return subprocess.run([BRAID, "report", "out", *options], text=True, capture_output=True, check=False, cwd=self.place).stdout

    @staticmethod
    def conditions(finding):
        return [matter["condition"] for matter in finding["matters"]]

    def test_what_matters_and_what_does_not(self):
        (finding,) = self.explore(NAMES, "--max-findings", "1")
        self.assertEqual(self.conditions(finding), ["stdin[0] == 'N'", "stdin[1] >= '0' && stdin[1] <= '9'", "stdin[2] >= 10",
                                                    "size(stdin) >= 6"])
        self.assertTrue(all(matter["needed"] for matter in finding["matters"]))
        self.assertGreater(finding["alike"], 0)
        # The way there has the decision that does not matter, too, and ends at the place.
        conditions = [decision["condition"] for decision in finding["decisions"]]
        self.assertTrue(any("% 2" in condition or "& 1" in condition for condition in conditions), conditions)
        self.assertEqual([decision["file"] for decision in finding["decisions"]], ["program.c"] * len(conditions))
        text = self.report()
        self.assertIn("  bytes that matter\n    stdin[0] == 'N'\n", text)
        self.assertIn("other inputs for which this holds were run, and all show it\n", text)

    def test_conditions_on_several_bytes_and_loops(self):
        (finding,) = self.explore(SUM)
        conditions = self.conditions(finding)
        self.assertEqual(len(conditions), 3, conditions)
        self.assertRegex(conditions[0], r"^stdin\[[01]\] \+ stdin\[[01]\] == 201$")
        self.assertEqual((finding["matters"][0]["first"], finding["matters"][0]["last"]), (0, 1))
        self.assertEqual(conditions[1:], ['stdin[2..6] == "+++++"', "size(stdin) < 8"]) # a sixth would be one too many
        turns = [decision for decision in finding["decisions"] if decision["condition"] == "stdin[2] == '+'"]
        self.assertEqual([(turn["taken"], turn["times"]) for turn in turns], [(True, 5)])
        self.assertIn("stdin[2] == '+'  →  true  (and 4 times like it)\n", self.report())

    def test_every_input_that_satisfies_them_shows_it(self):
        """By the plain program: the claim is about the program, not about Braid."""
        (finding,) = self.explore(NAMES, "--max-findings", "1")
        self.assertEqual(len(finding["matters"]), 4)
        program = os.path.join(self.place, "plain")
        subprocess.run(["clang-19", "-g", "-O1", "-fsanitize=address,undefined", "program.c", "-o", program], check=True, cwd=self.place)
        for head, shows in [(b"N0\x0aabc", True), (b"N9\x10\0\0\0", True), (b"N5\x0b" + b"\xff" * 9, True),
                            (b"M0\x0aabc", False), (b"N:\x0aabc", False), (b"N0\x09abc", False)]:
            outcome = subprocess.run([program], input=head, capture_output=True, check=False)
            self.assertEqual(b"program.c:14" in outcome.stderr, shows, head)

    def test_an_endless_loop(self):
        (finding,) = self.explore(LOOP, "--run-time", "1")
        self.assertEqual(finding["kind"], "endless-loop")
        self.assertTrue(any('"%d"' in condition for condition in self.conditions(finding)), self.conditions(finding))
        self.assertFalse(any("'x'" in condition for condition in self.conditions(finding)), self.conditions(finding))
        self.assertNotEqual(finding["decisions"], [])

    def test_the_simplest_input(self):
        os.makedirs(os.path.join(self.place, "seeds"))
        with open(os.path.join(self.place, "seeds", "one"), "wb") as file:
            file.write(b"\1\2\3 some text! and more")
        (finding,) = self.explore(TAIL, "--seeds", "seeds", "--max-findings", "1")
        self.assertEqual(bytes.fromhex(finding["inputs"][0]["hex"]), b"!")
        folder = os.path.join(self.place, "out", "findings", "001-abort")
        for name in ("test.input", "stdin"):
            with open(os.path.join(folder, name), "rb") as file:
                self.assertEqual(file.read(), b"!")
        self.assertEqual(self.conditions(finding), ["stdin[0] == '!'"])
        outcome = subprocess.run(["sh", os.path.join(folder, "reproduce.sh")], capture_output=True, check=False)
        self.assertIn(b"AddressSanitizer: ABRT", outcome.stderr)

    def test_what_the_sanitizer_says(self):
        (finding,) = self.explore(BLOCK)
        self.assertRegex(finding["sanitizer"], re.compile(
            r"^ERROR: AddressSanitizer: heap-buffer-overflow on address 0x[0-9a-f]+\n"
            r"WRITE of size 1 at 0x[0-9a-f]+ thread T0\n"
            r"    #0 in fill program\.c:11\n    #1 in main program\.c:18\n", re.MULTILINE))
        self.assertIn("allocated by thread T0 here:\n    #0 in make program.c:5\n    #1 in main program.c:17\n", finding["sanitizer"])
        self.assertNotRegex(finding["sanitizer"], r"0x5555|BuildId|==\d+==")
        text = self.report()
        self.assertIn("      #0 fill program.c:11\n      #1 main program.c:18\n", text)
        self.assertEqual(self.conditions(finding), ["stdin[0] == 6"])

    def test_code_flow(self):
        self.explore(SUM)
        log = json.loads(self.report("--format", "sarif"))
        flow = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertIn("stdin[2] == '+' is true, 5 times like this", [each["location"]["message"]["text"] for each in flow])
        self.assertEqual(flow[-1]["location"]["physicalLocation"]["region"]["startLine"], 11)


if __name__ == "__main__":
    unittest.main()
