"""What a campaign knows of findings when it goes on, and when it must not; scripts that show findings elsewhere."""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")

INDEX = r"""
#include <stdio.h>
static int table[10];
int main(void) {
  int first = getchar();
  if (first < '0' || first > 'c')
    return 1;
  return table[first - '0'] != 0; /* index */
}
"""

READER = r"""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  (void)argc, (void)argv;
  char text[8] = "";
  FILE *file = fopen(FILE_NAME, "r");
  if (!file)
    return 3;
  if (fgets(text, sizeof text, file) && text[0] == 'b' && text[1] == 'g')
    abort(); /* abort */
  fclose(file);
  return 0;
}
"""


class ProofState(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-proof-state-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_braid(self, *words, code, folder="."):
        result = subprocess.run([BRAID, "run", *words], cwd=os.path.join(self.folder, folder), capture_output=True, text=True,
                                timeout=300, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def findings(self, folder="out"):
        found = []
        for file in sorted(glob.glob(os.path.join(self.folder, folder, "findings/*/finding.json"))):
            with open(file, encoding="utf-8") as stream:
                found.append(json.load(stream))
        return found

    def build_index(self):
        source = self.write("index.c", INDEX)
        subprocess.run([os.path.join(PREFIX, "bin", "braid-cc"), "-g", "-O1", "--braid-checks=usual", source, "-o", "index"],
                       cwd=self.folder, check=True)
        for name, options in (("plain", ["-O0"]), ("sanitized", ["-fsanitize=address,undefined"])):
            subprocess.run(["clang-19", "-g", *options, source, "-o", name], cwd=self.folder, check=True)
        return ["./index", "-o", "out", "--stdin", "1"]

    # Without a sanitizer nothing is shown.
    def test_suspects_are_known_to_the_next_process(self):
        words = self.build_index()
        line = next(number for number, text in enumerate(INDEX.splitlines(), 1) if "/* index */" in text)
        for turn in range(3):
            with self.subTest(turn=turn):
                said = self.run_braid(*words, "--proof", "./plain", code=0).stdout
                self.assertIn("not confirmed (1)", said)
                [suspect] = self.findings()
                self.assertFalse(suspect["confirmed"])
                self.assertEqual(suspect["place"]["line"], line)
                self.assertGreater(bytes.fromhex(suspect["inputs"][0]["hex"]), b"9")

    def test_a_script_that_was_not_written_is_written_by_the_next_process(self):
        self.write("index.c", INDEX)
        self.run_braid("index.c", "-o", "out", code=1)
        [script] = glob.glob(os.path.join(self.folder, "out/findings/*/reproduce.sh"))
        os.remove(script)
        file = os.path.join(os.path.dirname(script), "finding.json")
        with open(file, encoding="utf-8") as stream:
            finding = json.load(stream)
        finding["reproduce"] = {"build": [], "run": "", "script": ""}
        self.write(file, json.dumps(finding))
        self.run_braid("index.c", "-o", "out", code=1)
        self.assertTrue(os.path.exists(script))
        self.assertEqual(self.findings()[0]["reproduce"]["script"], "reproduce.sh")

    def test_other_checks_another_proof_or_no_sandbox_begin_anew(self):
        words = self.build_index()
        self.run_braid(*words, "--proof", "./plain", code=0) # shows nothing
        self.assertNotIn("another program", self.run_braid(*words, "--proof", "./plain", code=0).stderr)
        said = self.run_braid(*words, "--proof", "./sanitized", code=1)
        self.assertIn("or of other checks", said.stderr)
        self.assertTrue(self.findings()[0]["confirmed"])
        self.assertNotIn("or of other checks", self.run_braid(*words, "--proof", "./sanitized", code=1).stderr)
        for options in (["--checks", "none"], ["--checks", "none", "--no-sandbox"]):
            self.assertIn("or of other checks", self.run_braid(*words, *options, code=0).stderr)

    # --- scripts ---

    def reproduced(self, *words):
        [script] = glob.glob(os.path.join(self.folder, "out/findings/*/reproduce.sh"))
        with tempfile.TemporaryDirectory(prefix="braid-empty-") as empty:
            result = subprocess.run([script, *words], cwd=empty, capture_output=True, text=True, check=False, timeout=300)
            self.assertEqual(os.listdir(empty), [])
        return result.stdout + result.stderr

    def test_an_input_file_that_is_known_by_its_whole_name(self):
        place = os.path.join(self.folder, "place.txt")
        self.write("reader.c", READER.replace("FILE_NAME", json.dumps(place)))
        for content in (None, "the user's own"):
            with self.subTest(content=content):
                shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)
                if content:
                    self.write("place.txt", content)
                self.run_braid("reader.c", "-o", "out", "--file", place, code=1)
                self.assertIn("AddressSanitizer: ABRT", self.reproduced())
                if content:
                    with open(place, encoding="utf-8") as file:
                        self.assertEqual(file.read(), content)
                else:
                    self.assertFalse(os.path.exists(place))

    def test_an_input_file_above_the_folder(self):
        os.makedirs(os.path.join(self.folder, "a/b"))
        self.write("reader.c", READER.replace("FILE_NAME", '"../../x/place.txt"'))
        os.mkdir(os.path.join(self.folder, "x"))
        self.run_braid("../../reader.c", "-o", "../../out", "--file", "../../x/place.txt", code=1, folder="a/b")
        self.assertIn("AddressSanitizer: ABRT", self.reproduced())
        self.assertEqual(os.listdir(os.path.join(self.folder, "x")), [])

    def test_a_file_as_an_argument_stays_where_it_is(self):
        place = os.path.join(self.folder, "program") # also the name of what the script builds
        self.write("reader.c", READER.replace("FILE_NAME", "argv[1]"))
        self.run_braid("reader.c", "-o", "out", "--file", place, "--", place, code=1)
        self.assertIn("AddressSanitizer: ABRT", self.reproduced())
        self.assertFalse(os.path.exists(place))

    def test_other_files_that_the_program_reads(self):
        self.write("other.txt", "yes")
        self.write("reader.c", READER.replace("FILE_NAME", '"place.txt"').replace(
            "char text", 'if (!fopen("other.txt", "r"))\n    return 4;\n  char text'))
        self.run_braid("reader.c", "-o", "out", "--file", "place.txt", code=1)
        self.assertNotIn("AddressSanitizer", self.reproduced())
        self.assertIn("AddressSanitizer: ABRT", self.reproduced(self.folder))


if __name__ == "__main__":
    unittest.main()
