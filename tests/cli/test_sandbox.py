"""The program under test cannot harm its user: what it does to files stays in its sandbox, in every command that runs
programs, and where there can be no sandbox this is said."""

import os
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")

# Writes a file, removes another, overwrites its input, and crashes for one input.
VANDAL = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char word[8] = "", back[8] = "";
  FILE *input = argc > 1 ? fopen(argv[1], "r+") : stdin;
  if (!input || fread(word, 1, 3, input) != 3)
    return 2;
  if (argc > 1) {
    rewind(input);
    fputs("spoilt", input);
    fclose(input);
  }
  FILE *log = fopen("log", "w");
  if (!log || fputs("mine", log) < 0 || fclose(log) != 0 || !(log = fopen("log", "r")) ||
      !fgets(back, sizeof back, log) || strcmp(back, "mine") != 0)
    return 3;
  unlink("precious");
  if (memcmp(word, "bad", 3) == 0)
    abort();
  return access("precious", F_OK) == 0 ? 4 : 0;
}
"""

# Neither mounts nor processes of one's own, as in a strict container.
FEW_RIGHTS = ["unshare", "--user", "--map-root-user", "sh", "-c",
              'echo 0 > /proc/sys/user/max_mnt_namespaces && exec "$@"', "sh"]


def works(command):
    return shutil.which(command[0]) and subprocess.run(command, capture_output=True, check=False).returncode == 0


class Sandbox(unittest.TestCase):
    def setUp(self):
        if "sandbox                programs cannot" not in self.output("doctor", code=None):
            self.skipTest("no sandbox can be had here")
        self.folder = tempfile.mkdtemp(prefix="braid-sandbox-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("vandal.c", VANDAL)
        self.write("precious", "precious")

    folder = None

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def output(self, *words, code=0, prefix=(), stdin=""):
        result = subprocess.run([*prefix, BRAID, *words], cwd=self.folder, input=stdin, capture_output=True, text=True,
                                timeout=300, check=False)
        if code is not None:
            self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def expect_nothing_done(self):
        with open(os.path.join(self.folder, "precious"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "log")))

    def compile(self):
        subprocess.run([os.path.join(PREFIX, "bin", "braid-cc"), "-g", "vandal.c", "-o", "vandal"], cwd=self.folder,
                       check=True)

    def test_run_and_replay(self):
        said = self.output("run", "vandal.c", "-o", "out", "--jobs", "2", code=1)
        self.expect_nothing_done()
        self.assertIn("abort at vandal.c", said)
        self.assertIn("All paths were explored", said)
        self.assertNotIn("sandbox", said)
        self.assertIn("killed by SIGABRT", self.output("replay", "out/findings/001-abort", code=1))
        self.expect_nothing_done()

    def test_an_input_file(self):
        self.write("data", "as it was")
        said = self.output("run", "vandal.c", "-o", "out", "--file", "data", "--", "data", code=1)
        self.assertIn("All paths were explored", said)
        self.expect_nothing_done()
        with open(os.path.join(self.folder, "data"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "as it was")
        said = self.output("run", "vandal.c", "-o", "other", "--", "@@", code=1)
        self.assertIn("All paths were explored", said)
        self.expect_nothing_done()

    def test_trace(self):
        self.compile()
        self.assertIn("exit status 0", self.output("trace", "./vandal", stdin="good"))
        self.expect_nothing_done()
        said = self.output("trace", "--no-sandbox", "./vandal", stdin="good")
        self.assertIn("the program has no sandbox, and can change files and use the network: it was switched off with "
                      "--no-sandbox", said)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "precious")))

    def test_switched_off(self):
        said = self.output("run", "vandal.c", "-o", "out", "--no-sandbox", code=1)
        self.assertIn("the program has no sandbox, and can change files and use the network: it was switched off with "
                      "--no-sandbox (docs/sandbox.md)", said)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "precious")))

    def test_where_there_can_be_none(self):
        if not works([*FEW_RIGHTS, "true"]):
            self.skipTest("namespaces cannot be forbidden here")
        self.compile()
        for words, code in [(["run", "vandal.c", "-o", "out", "--checks=none"], None), (["trace", "./vandal"], None),
                            (["doctor"], 0)]:
            said = self.output(*words, code=code, prefix=FEW_RIGHTS, stdin="good")
            self.assertRegex(said, "the program's sandbox is not whole: .*making namespaces failed|"
                                   "the program has no sandbox.*: making namespaces failed")
            self.assertIn("docs/sandbox.md", said)
            if "is not whole" in said:
                self.expect_nothing_done()


if __name__ == "__main__":
    unittest.main()
