"""braid report: the formats, each read back by a reader that is not ours or knows its rules; the command line; and what
docs/report.md shows. With --write as argument the examples in docs/report.md are brought up to date."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import sarif_schema

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
BIN = os.path.join(os.environ["BRAID_PREFIX"], "bin")
BRAID = os.path.join(BIN, "braid")
DOCUMENTATION = os.path.join(ROOT, "docs", "report.md")
EXAMPLE = re.compile(r"```\n(\$ .*?)```", re.DOTALL)


def plain_environment(**more):
    """Also when the tests themselves run in GitHub Actions."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}, **more}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Report(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        place = tempfile.mkdtemp(prefix="braid-report-")
        self.addCleanup(shutil.rmtree, place)
        self.place = os.path.join(place, "record")
        shutil.copytree(os.path.join(HERE, "report"), self.place)

    def run_braid(self, *arguments, **environment):
        return subprocess.run([BRAID, "report", *arguments], text=True, encoding="utf-8", capture_output=True, check=False,
                              cwd=self.place, env=plain_environment(**environment))

    def report(self, *arguments, code=1, **environment):
        outcome = self.run_braid(*arguments, **environment)
        self.assertEqual((outcome.returncode, outcome.stderr), (code, ""), outcome.stdout)
        return outcome.stdout

    def complaint(self, *arguments, code=2):
        outcome = self.run_braid(*arguments)
        self.assertEqual((outcome.returncode, outcome.stdout), (code, ""), outcome.stderr)
        return outcome.stderr

    def change(self, number, **fields):
        """Puts something else into a finding."""
        names = os.listdir(os.path.join(self.place, "out", "findings"))
        path = os.path.join(self.place, "out", "findings", next(name for name in names if name.startswith(f"{number:03}-")),
                            "finding.json")
        content = {**json.loads(read(path)), **fields}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file)

    def no_findings(self):
        shutil.rmtree(os.path.join(self.place, "out", "findings"))

    def hostile(self):
        """Bytes that mean something to terminals, XML, Markdown, JSON or GitHub, wherever there can be some."""
        odd = "".join(map(chr, range(1, 128))) + "ö\u0085\ufffe\uffff😀]]></failure>::error::%0A|`"
        self.change(1, message=odd, title=odd, sanitizer="==1==ERROR: AddressSanitizer: " + odd,
                    place={"file": "dir " + odd.replace("/", ""), "line": 3, "column": 2, "function": odd},
                    inputs=[{"name": odd, "kind": "file", "source": odd, "index": 0, "hex": bytes(range(256)).hex()}],
                    matters=[{"input": odd, "first": 0, "last": 0, "condition": odd}],
                    decisions=[{"file": "record.c", "line": 9, "column": 1, "function": odd, "condition": odd, "taken": True}],
                    reproduce={"build": [odd], "run": odd, "script": odd.replace("/", "")})


class Formats(Report):
    def test_text(self):
        text = self.report("out")
        self.assertIn("1  heap-buffer-overflow (CWE-122) at record.c:10:14 (copy)\n", text)
        self.assertIn("3  NOT CONFIRMED: uninitialised", text)
        self.assertIn("  > 10 |     block[i] = text[i];\n", text)
        self.assertTrue(text.endswith("\n3 findings, 1 of them not confirmed in out\n"))
        self.assertNotIn("\x1b", text)
        self.assertIn("\x1b[", self.report("out", "--color", "always"))
        self.hostile()
        self.assertFalse(re.search("[\x01-\x08\x0b-\x1f\x7f-\x9f]", self.report("out")))

    def test_sarif(self):
        for change in (lambda: None, self.hostile, self.no_findings):
            change()
            log = json.loads(self.report("out", "--format", "sarif", code=0 if change == self.no_findings else 1))
            self.assertEqual(sarif_schema.problems(log), [])
        self.assertEqual(log["runs"][0]["results"], [])

    def test_sarif_of_sources_elsewhere(self):
        log = json.loads(self.report("out", "--format", "sarif", "--root", "/home/me"))
        self.assertEqual(sarif_schema.problems(log), [])
        self.assertEqual(log["runs"][0]["artifacts"][0]["location"], {"uri": "record/record.c", "uriBaseId": "%SRCROOT%"})
        log = json.loads(self.report("out", "--format", "sarif", "--root", "repo"))
        self.assertEqual(sarif_schema.problems(log), [])
        self.assertEqual(log["runs"][0]["artifacts"][0]["location"], {"uri": "file:///home/me/record/record.c"})

    def test_the_judge_of_sarif(self):
        """It finds what is wrong."""
        log = json.loads(self.report("out", "--format", "sarif"))
        result = log["runs"][0]["results"][0]
        for change, said in [(lambda: result.pop("message"), "results[0].message is missing"),
                             (lambda: result.update(level="bad"), "level is not one of"),
                             (lambda: result.update(levle="note"), "results[0].levle is not a property"),
                             (lambda: result["locations"][0]["physicalLocation"]["region"].update(startLine=0), "startLine is not a number"),
                             (lambda: result["relatedLocations"].append(result["relatedLocations"][0]), "the same item twice"),
                             (lambda: result.update(kind="review"), "level must be none"),
                             (lambda: result.update(ruleIndex=1), "leads to another rule"),
                             (lambda: result["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="a b"), "is not a URI")]:
            before = json.dumps(result)
            change()
            self.assertTrue(any(said in problem for problem in sarif_schema.problems(log)), said)
            result.clear()
            result.update(json.loads(before))
        self.assertEqual(sarif_schema.problems(log), [])

    def test_junit(self):
        for change in (lambda: None, self.hostile):
            change()
            suites = xml.fromstring(self.report("out", "--format", "junit").encode())
            suite = suites.find("testsuite")
            cases = suite.findall("testcase")
            for counted in (suites, suite):
                self.assertEqual([counted.get(name) for name in ("tests", "failures", "errors", "skipped")], ["4", "2", "0", "1"])
            self.assertEqual([[part.tag for part in case] for case in cases],
                             [["system-out"], ["failure"], ["failure"], ["skipped", "system-out"]])
            self.assertEqual(cases[2].get("name"), "signed-overflow at record.c:14:55 (area)")
            self.assertEqual((cases[2].get("file"), cases[2].get("line")), ("record.c", "14"))
            self.assertIn("runtime error: signed integer overflow", cases[2].find("failure").text)
        self.no_findings()
        suites = xml.fromstring(self.report("out", "--format", "junit", code=0).encode())
        self.assertEqual([case.get("name") for case in suites.iter("testcase")], ["exploration"])
        os.remove(os.path.join(self.place, "out", "stats.json"))
        suites = xml.fromstring(self.report("out", "--format", "junit", code=0).encode())
        self.assertEqual((suites.get("errors"), len(list(suites.iter("error")))), ("1", 1))

    def test_json(self):
        found = json.loads(self.report("out", "--format", "json"))
        self.assertEqual([finding["number"] for finding in found["findings"]], [1, 2, 3])
        for finding in found["findings"]:
            stored = json.loads(read(os.path.join(self.place, finding.pop("folder"), "finding.json")))
            self.assertEqual(finding, stored)
        self.hostile()
        self.assertEqual(json.loads(self.report("out", "--format", "json"))["findings"][0]["inputs"][0]["hex"], bytes(range(256)).hex())

    def test_github(self):
        summary = os.path.join(self.place, "summary.md")
        with open(summary, "w", encoding="utf-8") as file:
            file.write("# before\n")
        lines = self.report("out", GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=summary, GITHUB_WORKSPACE="/home/me").splitlines()
        self.assertEqual([line.split(" ")[0] for line in lines], ["::error", "::error", "::notice", "3"])
        self.assertTrue(lines[0].startswith("::error file=record/record.c,line=10,col=14,title=heap-buffer-overflow (CWE-122)::write"))
        self.assertTrue(read(summary).startswith("# before\n## Braid: 3 findings, 1 of them not confirmed in `record.c`\n"))
        self.hostile()
        lines = self.report("out", "--format", "github").rstrip("\n").split("\n")
        self.assertEqual([line.split(" ")[0] for line in lines], ["::error", "::error", "::notice", "3"])
        self.assertRegex(lines[0], r"^::error file=[^:,\r\n]*,line=3,col=2,title=[^:,]*::[^\r\n]*$")

    def test_text_in_github_actions(self):
        self.assertIn("NOT CONFIRMED", self.report("out", "--format", "text", GITHUB_ACTIONS="true"))

    def test_markdown(self):
        text = self.report("out", "--format", "markdown")
        self.assertEqual(text.count("\n| "), 4)
        self.assertEqual(text.count("<details>"), 3)
        self.hostile()
        text = self.report("out", "--format", "markdown")
        table = [line for line in text.splitlines() if line.startswith("| 1 ")]
        self.assertEqual(len(re.findall(r"(?<!\\)\|", table[0])), 6)

    def test_one_of_them(self):
        self.assertTrue(self.report("out", "--finding", "2").endswith("\n1 finding in out\n"))
        self.assertEqual(self.complaint("out", "--finding", "7"),
                         "braid: out: there is no finding 7\n  There are: 1, 2, 3.\n")
        self.assertIn("not a whole number", self.complaint("out", "--finding", "x"))

    def test_to_a_file(self):
        text = self.report("out")
        self.assertEqual(self.report("out", "-o", "report.txt"), "")
        self.assertEqual(read(os.path.join(self.place, "report.txt")), text)
        self.assertEqual(self.report("out", "-o", "-"), text)
        self.assertIn("no/x: the file cannot be written", self.complaint("out", "-o", "no/x", code=5))


class CommandLine(Report):
    def test_no_findings(self):
        self.no_findings()
        self.assertEqual(self.report("out", code=0), "no findings in out\n")
        os.makedirs(os.path.join(self.place, "out", "findings"))
        self.assertEqual(self.report("out", code=0), "no findings in out\n")

    def test_the_only_folder(self):
        self.assertIn("there is no results folder in ./braid-out", self.complaint())
        shutil.copytree(os.path.join(self.place, "out"), os.path.join(self.place, "braid-out", "one"))
        self.assertTrue(self.report().endswith(" in braid-out/one\n"))
        shutil.copytree(os.path.join(self.place, "out"), os.path.join(self.place, "braid-out", "two"))
        self.assertIn("Give one of them: braid-out/one, braid-out/two.", self.complaint())

    def test_wrong_words(self):
        self.assertIn("there is no format 'pdf'; there are text, sarif, junit, json, github, markdown",
                      self.complaint("out", "--format", "pdf"))
        self.assertIn("nothing: there is no such folder", self.complaint("nothing"))

    def test_damaged_files(self):
        self.change(1, kind="nonsense")
        self.assertIn("kind is 'nonsense', which is not known here", self.complaint("out", code=5))
        self.change(1, format=3)
        self.assertIn("a newer Braid wrote this finding", self.complaint("out", code=5))


class AfterRun(Report):
    """What braid run writes today, in every format."""

    def explore(self, name, text, *options):
        with open(os.path.join(self.place, name), "w", encoding="utf-8") as file:
            file.write(text)
        outcome = subprocess.run([BRAID, "run", name, "--jobs", "1", "-o", "found", *options], text=True, capture_output=True,
                                 check=False, cwd=self.place, env=plain_environment())
        self.assertIn(outcome.returncode, (0, 1), outcome.stderr)

    def all_formats(self, kinds):
        text = self.report("found")
        self.assertEqual(re.findall(r"^\d+  ([a-z-]+)", text, flags=re.M), kinds)
        self.assertEqual(len(re.findall(r"^   confirmed by \w+Sanitizer; test \d+", text, flags=re.M)), len(kinds))
        log = json.loads(self.report("found", "--format", "sarif"))
        self.assertEqual(sarif_schema.problems(log), [])
        self.assertEqual([result["ruleId"] for result in log["runs"][0]["results"]], kinds)
        suites = xml.fromstring(self.report("found", "--format", "junit").encode())
        self.assertEqual([failure.get("type") for failure in suites.iter("failure")], kinds)
        found = json.loads(self.report("found", "--format", "json"))["findings"]
        self.assertEqual([finding["kind"] for finding in found], kinds)
        lines = self.report("found", "--format", "github").splitlines()
        self.assertEqual([re.search(r"title=([a-z-]+)", line)[1] for line in lines[:-1]], kinds)
        self.assertEqual(self.report("found", "--format", "markdown").count("Sanitizer |"), len(kinds))
        return text, found

    def test_signals_and_messages(self):
        self.explore("bugs.c", """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = 0, c = getchar();
  switch (c) {
  case 'a':
    abort();
  case 'c':
    *(volatile int *)p = 1;
  case 'd':
    return 7 / (c - 'd');
  case 'f':
    assert(c != 'f');
  case 'l':
    for (;;)
      ;
  }
  return 0;
}
""", "--run-time", "1")
        names = sorted(os.listdir(os.path.join(self.place, "found", "findings")))
        kinds = [name[4:] for name in names]
        self.assertEqual(sorted(kinds), ["abort", "assertion", "division-by-zero", "endless-loop", "null-pointer"])
        text, found = self.all_formats(kinds)
        inputs = {finding["kind"]: bytes.fromhex(finding["inputs"][0]["hex"]) for finding in found}
        self.assertEqual(inputs, {"abort": b"a", "null-pointer": b"c", "division-by-zero": b"d", "assertion": b"f", "endless-loop": b"l"})
        self.assertIn("abort (CWE-617) at bugs.c:8 (main)\n", text)
        self.assertRegex(text, r"endless-loop \(CWE-835\) at bugs.c:1[67] \(main\)\n")
        for folder in names:
            again = subprocess.run([BRAID, "replay", f"found/findings/{folder}"], text=True, capture_output=True, check=False, cwd=self.place)
            self.assertRegex(again.stderr, "on found/build/plain: (killed by SIG|out of time)")

    def test_exception(self):
        self.explore("throw.cpp", """#include <cstdio>
#include <stdexcept>
int main() {
  if (getchar() == 'e')
    throw std::runtime_error("no");
}
""")
        text, _ = self.all_formats(["exception"])
        self.assertIn("   nobody caught std::runtime_error\n", text)

    def test_sanitizer(self):
        self.explore("add.c", """#include <stdio.h>
int main(void) {
  int c = getchar();
  return c == 's' ? 2147483647 + c : 0;
}
""", "--compiler-options=-fsanitize=undefined")
        text, found = self.all_formats(["signed-overflow"])
        self.assertEqual((found[0]["place"]["line"], found[0]["place"]["column"]), (4, 32))
        self.assertIn("  what the sanitizer says\n    add.c:4:32: runtime error: signed integer overflow", text)

    def test_nothing_found(self):
        self.explore("good.c", "#include <stdio.h>\nint main(void) { return getchar() == 3; }\n")
        self.assertEqual(self.report("found", code=0), "no findings in found\n")
        log = json.loads(self.report("found", "--format", "sarif", code=0))
        self.assertEqual(sarif_schema.problems(log), [])

    def test_no_results_folder(self):
        os.makedirs(os.path.join(self.place, "empty"))
        self.assertEqual(self.complaint("empty"), "braid: empty: is not a results folder: it has no campaign.json\n"
                         "  Give the folder that braid run wrote; it names it at its end.\n")
        self.assertIn("  There is one in ./out.\n", self.complaint("."))
        self.assertIn("record.c: is not a folder\n", self.complaint("record.c"))


def run_example(commands):
    """The example as it should read: commands, each with what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "mean")
        os.makedirs(place)
        shutil.copy(os.path.join(HERE, "report", "mean.c"), place)
        subprocess.run([BRAID, "run", "mean.c", "--jobs", "1", "-o", "out"], cwd=place, capture_output=True, check=False)
        text = ""
        for command in commands:
            outcome = subprocess.run(command, shell=True, cwd=place, text=True, encoding="utf-8", capture_output=True, check=False,
                                     env=plain_environment(PATH=BIN + ":" + os.environ["PATH"]))
            text += f"$ {command}\n" + (outcome.stdout + outcome.stderr).replace(folder, "/home/you")
        return text


def commands_of(example):
    return [line[2:] for line in example.splitlines() if line.startswith("$ ")]


class Documentation(unittest.TestCase):
    maxDiff = None

    def test_examples(self):
        examples = EXAMPLE.findall(read(DOCUMENTATION))
        self.assertGreaterEqual(len(examples), 4)
        for shown in examples:
            self.assertEqual(shown, run_example(commands_of(shown)))

    def test_program(self):
        program = read(os.path.join(HERE, "report", "mean.c"))
        self.assertIn(program, re.sub("^    ", "", read(DOCUMENTATION), flags=re.M))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        contents = read(DOCUMENTATION)
        for example in EXAMPLE.findall(contents):
            contents = contents.replace(example, run_example(commands_of(example)))
        with open(DOCUMENTATION, "w", encoding="utf-8") as document:
            document.write(contents)
    else:
        unittest.main()
