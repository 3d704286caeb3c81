"""braid replay on campaigns made by hand: what reaches the program, how its end is judged, what is refused."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

BIN = os.path.join(os.environ["BRAID_PREFIX"], "bin")

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char line[16] = "";
  if (!fgets(line, sizeof line, stdin))
    puts("no input");
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "r");
    char text[16] = "";
    if (file && fgets(text, sizeof text, file))
      printf("file: %s\n", text);
    else
      printf("argument: %s\n", argv[i]);
  }
  FILE *settings = fopen("settings.txt", "r");
  if (settings)
    printf("setting: %c\n", fgetc(settings));
  const char *mode = getenv("MODE");
  if (mode)
    printf("mode: %s\n", mode);
  fprintf(stderr, "line: %s", line);
  fflush(stdout);
  if (line[0] == 'k')
    abort();
  while (line[0] == 's')
    ;
  return line[0] == 'x' ? 3 : 0;
}
"""

MARKS = r"""
#include <braid.h>
#include <stdio.h>
int main(void) {
  int x, y;
  BRAID_SYMBOLIC(x);
  BRAID_SYMBOLIC(y);
  printf("%d %d\n", x, y);
  fflush(stdout);
  braid_assume(x != 9);
  braid_assert(x != y || x == 0);
  return x & 7;
}
"""

CALLS = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int first = rand();
  printf("%d %d\n", first, rand());
  return 0;
}
"""


def exited(status):
    return {"ending": "exited", "status": status, "signal": 0}


def signalled(signal):
    return {"ending": "signalled", "status": 0, "signal": signal}


def source(kind, data, name="", index=0):
    return {"name": name or kind, "kind": kind, "source": name, "index": index, "hex": data.encode("latin-1").hex()}


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-replay-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def campaign(self, text=PROGRAM, arguments=(), out="out", instrument=(), sources=True, **more):
        """A source, and the folder of a campaign about it; instrumented only if options for braid-cc are given."""
        self.write("prog.c", text)
        if instrument:
            subprocess.run([os.path.join(BIN, "braid-cc"), "-g", "prog.c", "-o", "prog", *instrument], cwd=self.folder,
                           check=True)
        facts = {"format": 1, "program": self.path("prog"), "arguments": list(arguments),
                 "sources": [self.path("prog.c")] if sources else [], "compiler_options": ["-O1"], **more}
        self.write(os.path.join(out, "campaign.json"), json.dumps(facts))

    def make_test(self, number, inputs, outcome, out="out", place="tests"):
        name = os.path.join(out, place, f"{number:06}.json")
        self.write(name, json.dumps({"number": number, "inputs": inputs, "outcome": outcome, "is_path": True}))
        return name

    def braid(self, *arguments, expected=0, stdin=subprocess.DEVNULL, **variables):
        outcome = subprocess.run([os.path.join(BIN, "braid"), "replay", *arguments], cwd=self.folder, text=True,
                                 capture_output=True, check=False, env={**os.environ, **variables},
                                 **({"input": stdin} if isinstance(stdin, str) else {"stdin": stdin}))
        self.assertEqual(outcome.returncode, expected, outcome.stdout + outcome.stderr)
        return outcome

    def test_as_recorded(self):
        self.campaign()
        test = self.make_test(17, [source("stdin", "k")], signalled(6))
        first = self.braid(test)
        self.assertEqual(first.stdout, "")
        self.assertEqual(first.stderr, "braid: built out/build/plain\nline: k\n"
                         "braid: 000017 on out/build/plain: killed by SIGABRT, as recorded\n")
        again = self.braid(test)
        self.assertEqual(again.stderr, "line: k\nbraid: 000017 on out/build/plain: killed by SIGABRT, as recorded\n")

    def test_a_finding_stands_for_its_test(self):
        self.campaign()
        self.make_test(17, [source("stdin", "k")], signalled(6), place="findings/001-abort")
        os.rename(self.path("out/findings/001-abort/000017.json"), self.path("out/findings/001-abort/test.json"))
        self.write("out/findings/001-abort/finding.json", "{}")
        for given in ("out/findings/001-abort", "out/findings/001-abort/", "out/findings/001-abort/finding.json"):
            self.assertIn("killed by SIGABRT, as recorded", self.braid(given).stderr)
        self.assertIn("out/findings: this is not a test", self.braid("out/findings", expected=2).stderr)

    def test_a_build_with_a_sanitizer(self):
        """It reserves more addresses than any limit of memory allows."""
        self.campaign("#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  char *p = malloc(4);\n"
                      "  p[getchar() & 7] = 1;\n  return 0;\n}\n", run_memory=1 << 30)
        test = self.make_test(3, [source("stdin", "\x05")], exited(0))
        subprocess.run(["gcc-12", "-g", "-fsanitize=address", "prog.c", "-o", "sane"], cwd=self.folder, check=True)
        self.assertIn("heap-buffer-overflow", self.braid(test, "./sane", expected=1).stderr)

    def test_not_as_recorded(self):
        self.campaign()
        test = self.make_test(2, [source("stdin", "x")], signalled(11))
        text = self.braid(test, expected=1).stderr
        self.assertIn("\nline: x\nbraid: 000002 on out/build/plain: exit status 3; recorded was: killed by SIGSEGV\n",
                      text)
        self.make_test(2, [source("stdin", "x")], exited(2))
        self.braid(test, expected=1)
        self.make_test(2, [source("stdin", "x")], exited(3))
        self.braid(test)

    def test_changed_source(self):
        """The plain program is built again from what the source is now, and the difference is explained."""
        self.campaign()
        test = self.make_test(1, [source("stdin", "k")], signalled(6))
        self.braid(test)
        self.write("prog.c", PROGRAM.replace("abort();", "return 5;"))
        text = self.braid(test, expected=1).stderr
        self.assertIn("exit status 5; recorded was: killed by SIGABRT\n", text)
        self.assertIn("prog.c was changed after the test was made\n", text)

    def test_everything_reaches_the_program(self):
        self.campaign(arguments=["one", "@@"])
        self.write("settings.txt", "real")
        inputs = [source("stdin", "x"), source("file", "bytes", "/somewhere/input"),
                  source("file", "S", "settings.txt"), source("argument", "first", index=1),
                  source("argument", "third", index=3), source("environment", "fast", "MODE")]
        test = self.make_test(1, inputs, exited(3))
        self.assertEqual(self.braid(test).stdout,
                         "argument: first\nfile: bytes\nargument: third\nsetting: S\nmode: fast\n")
        self.assertEqual(self.read("settings.txt"), "real")
        self.assertEqual(self.read("out", "replay", "000001", "input"), "bytes")
        by_hand = subprocess.run(["sh", "out/replay/000001/start"], cwd=self.folder, text=True, capture_output=True,
                                 check=False)
        self.assertEqual((by_hand.returncode, by_hand.stdout), (3, self.braid(test).stdout))

    def test_ways_to_name_a_test(self):
        self.campaign(out="braid-out/prog")
        self.make_test(3, [source("stdin", "x")], exited(3), out="braid-out/prog")
        for arguments in (["3"], ["000003"], ["3", "-o", "braid-out/prog"], ["-o", "braid-out/prog", "3"],
                          ["braid-out/prog/tests/000003.json"], [self.path("braid-out/prog/tests/000003.json")]):
            self.assertIn("as recorded", self.braid(*arguments).stderr)
        finding = self.make_test(3, [source("stdin", "x")], exited(3), out="braid-out/prog", place="findings/001-crash")
        self.assertIn("as recorded", self.braid(finding).stderr)
        self.assertIn("000004.json: there is no such test", self.braid("4", expected=2).stderr)
        self.campaign(out="braid-out/other")
        text = self.braid("3", expected=2).stderr
        self.assertIn("several campaigns; say which one:\n  -o braid-out/other\n  -o braid-out/prog\n", text)

    def test_marks(self):
        self.campaign(MARKS, instrument=("-O1",))
        test = self.make_test(1, [source("mark", "\5\0\0\0", "x"), source("mark", "\6\0\0\0", "y")], exited(5))
        self.assertEqual(self.braid(test).stdout, "5 6\n")
        test = self.make_test(2, [source("mark", "\5\0\0\0", "x"), source("mark", "\5\0\0\0", "y")], signalled(6))
        self.assertIn("assertion failed: x != y || x == 0", self.braid(test).stderr)
        self.assertEqual(self.read("out", "replay", "000002", "values"),
                         "braid values 1\nmark 05000000 x\nmark 05000000 y\n")
        test = self.make_test(3, [source("mark", "\x09\0\0\0", "x")], {"ending": "stopped", "status": 0, "signal": 0})
        text = self.braid(test).stderr
        self.assertIn("braid_assume: the assumption does not hold for this input\n", text)
        self.assertIn(": an assumption does not hold for this input, as recorded\n", text)
        self.make_test(3, [source("mark", "\1\0\0\0", "x")], {"ending": "stopped", "status": 0, "signal": 0})
        self.assertIn("exit status 1; recorded was: stopped by Braid\n", self.braid(test, expected=1).stderr)

    def test_marks_without_sources(self):
        """Only the instrumented program is there: it is given the values as exploration does."""
        self.campaign(MARKS, instrument=("-O1",), sources=False)
        test = self.make_test(1, [source("mark", "\5\0\0\0", "x"), source("mark", "\6\0\0\0", "y")], exited(5))
        outcome = self.braid(test)
        self.assertEqual(outcome.stdout, "5 6\n")
        self.assertIn("000001 on prog: exit status 5, as recorded\n", outcome.stderr)
        self.assertIn("only a recorded run of this program takes", self.braid(test, "--gdb", expected=5).stderr)

    def test_calls(self):
        self.campaign(CALLS, instrument=("-O1", "--braid-input=rand"), compiler_options=["--braid-input=rand"])
        test = self.make_test(1, [source("call", "\5\0\0\0", "rand"), source("call", "\6\0\0\0", "rand")], exited(0))
        outcome = self.braid(test)
        self.assertEqual(outcome.stdout, "5 6\n")
        self.assertIn("which only the instrumented program takes\n", outcome.stderr)
        test = self.make_test(2, [], exited(0))
        self.assertIn("built out/build/plain\n", self.braid(test).stderr)

    def test_instrumented_program(self):
        self.campaign(instrument=("-O1",), sources=False)
        test = self.make_test(1, [source("stdin", "x")], exited(3))
        self.assertIn("000001 on prog: exit status 3, as recorded\n", self.braid(test).stderr)

    def test_another_program(self):
        self.campaign()
        test = self.make_test(1, [source("stdin", "x"), source("mark", "a", "m")], exited(3))
        subprocess.run(["gcc-12", "-o", "other", "prog.c"], cwd=self.folder, check=True)
        text = self.braid(test, "./other").stderr
        self.assertIn("this program does not take them", text)
        self.assertIn("000001 on other: exit status 3, as recorded\n", text)
        self.assertEqual(self.braid(test, "./other", "--", "-a", "b").stdout, "argument: -a\nargument: b\n")
        self.assertIn("missing: there is no such program", self.braid(test, "./missing", expected=2).stderr)

    def test_raw_bytes(self):
        self.campaign()
        for text, expected, said in (("x", 0, "exit status 3"), ("k", 1, "killed by SIGABRT"), ("s", 4, "out of time")):
            self.write("raw", text)
            said_now = self.braid("--stdin", "raw", "-o", "out", "--time-limit", "0.5", expected=expected).stderr
            self.assertTrue(said_now.endswith(f"braid: raw on out/build/plain: {said}\n"), said_now)
        self.write("raw", "x")
        self.assertIn("exit status 3", self.braid("--stdin", "raw", "out/build/plain").stderr)
        self.assertIn("there is no campaign", self.braid("--stdin", "raw", expected=2).stderr)

    def test_limits_of_the_campaign(self):
        text = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int each = getchar();
  while (each == 'h')
    sleep(1);
  for (int i = 0; each == 'f' && i < 2000000; i++)
    putchar('f');
  char *volatile block = each == 'm' ? malloc(100000000) : 0;
  return block ? 5 : 0;
}
"""
        late = {"ending": "timed-out", "status": 0, "signal": 0}
        self.campaign(text, run_time=0.5, run_memory=50000000, run_file_limit=1000000)
        test = self.make_test(2, [source("stdin", "h")], late)
        self.assertIn("out of time, as recorded", self.braid(test).stderr)
        test = self.make_test(3, [source("stdin", "m")], exited(0))
        self.assertIn("exit status 0, as recorded", self.braid(test, "--time-limit", "100").stderr)
        test = self.make_test(4, [source("stdin", "f")], {"ending": "signalled", "status": 0, "signal": signal.SIGXFSZ})
        self.assertIn("killed by SIGXFSZ, as recorded", self.braid(test).stderr)
        # What was asked for on the command line wins.
        self.campaign(text, run_time=1000)
        test = self.make_test(2, [source("stdin", "h")], late)
        self.assertIn("out of time, as recorded", self.braid(test, "--time-limit", "0.5").stderr)
        for wrong in [-1, "x", 1e300]:
            self.campaign(text, run_time=wrong)
            self.assertIn("campaign.json: run_time is not a number of seconds", self.braid(test, expected=2).stderr)
        self.campaign(text, run_memory=-1)
        self.assertIn("campaign.json: run_memory is not a number", self.braid(test, expected=2).stderr)

    def test_time_limit(self):
        self.campaign()
        test = self.make_test(1, [source("stdin", "s")], {"ending": "timed-out", "status": 0, "signal": 0})
        self.assertIn("out of time, as recorded\n", self.braid(test, "--time-limit", "0.5").stderr)

    def test_compile_commands(self):
        self.campaign("int main(void) { return NUMBER; }\n", compile_commands=self.path("db"))
        self.write("db/compile_commands.json",
                   json.dumps([{"directory": self.folder, "file": "prog.c", "command": "cc -DNUMBER=6 -c prog.c"}]))
        self.braid(self.make_test(1, [], exited(6)))

    def test_source_that_is_gone(self):
        self.campaign()
        test = self.make_test(1, [source("stdin", "x")], exited(3))
        os.remove(self.path("prog.c"))
        self.assertIn("prog.c: there is no such file", self.braid(test, expected=5).stderr)

    def test_refused(self):
        self.campaign()
        for text, wrong in (
                ("", "the content is not JSON, or not to its end: line 1, column 1"),
                ('{"number": 1,\n "inputs"; []}', "the content is not JSON, or not to its end: line 2, column 10"),
                ('{"number": 1e999}', "the content has a number in it that is too large"),
                ("[]", "the content is not an object"), ("{}", "number is missing"),
                ('{"number": 1}', "inputs is missing"),
                ('{"number": 1, "inputs": [{"kind": "stdin"}]}', "inputs[0].hex is missing"),
                ('{"number": 1, "inputs": [{"kind": "stdin", "hex": "6"}]}', "inputs[0].hex has half a byte"),
                ('{"number": 1, "inputs": [{"kind": "stdin", "hex": "zz"}]}', "inputs[0].hex is 'zz', which are not"),
                ('{"number": 1, "inputs": [{"kind": "stdin", "hex": 7}]}', "inputs[0].hex is not a text"),
                ('{"number": 1, "inputs": [{"kind": "pipe", "hex": ""}]}', "inputs[0].kind is 'pipe'"),
                ('{"number": -1, "inputs": 3}', "number is not a number from 0"),
                ('{"number": 1, "inputs": 3}', "inputs is not a list"),
                ('{"number": 1, "inputs": [], "outcome": {"ending": "slept"}}', "outcome.ending is 'slept'")):
            self.write("out/tests/000001.json", text)
            said = self.braid("1", "-o", "out", expected=2).stderr
            self.assertIn("000001.json: " + wrong, said, text)
            self.assertIn("--stdin", said)
            self.assertIn("explore again with braid run", said)
            self.assertNotIn("exception", said)
        self.assertIn("nothing: there is no such test", self.braid("nothing", expected=2).stderr)
        self.assertIn("it has no campaign.json", self.braid("1", "-o", "nowhere", expected=2).stderr)
        self.write("alone.json", '{"number": 1, "inputs": []}')
        self.assertIn("its campaign is not known", self.braid("alone.json", expected=2).stderr)
        self.write("out/campaign.json", "{")
        self.write("out/tests/000001.json", '{"number": 1, "inputs": []}')
        said = self.braid("1", "-o", "out", expected=2).stderr
        self.assertIn("campaign.json: the content is not JSON, or not to its end: line 1, column 2", said)

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_debugger(self):
        self.campaign(arguments=["a 'b' $c", "@@"])
        inputs = [source("stdin", "k"), source("file", "bytes", "/somewhere/input"),
                  source("environment", "fast mode", "MODE")]
        test = self.make_test(1, inputs, signalled(6))
        text = self.braid(test, "--gdb", stdin="set confirm off\nrun\nbacktrace\nquit\n").stdout
        self.assertIn("argument: a 'b' $c\nfile: bytes\nmode: fast mode\n", text)
        self.assertIn("SIGABRT", text)
        self.assertRegex(text, r"in main \(argc=[^)]*\)\s+at \S*prog\.c:")

    def test_no_debugger(self):
        self.campaign()
        test = self.make_test(1, [source("stdin", "k")], signalled(6))
        self.braid(test)
        self.write("empty/file", "")
        text = self.braid(test, "--gdb", expected=5, PATH=self.path("empty")).stderr
        self.assertIn("gdb cannot be started", text)
        self.assertIn("apt-get install gdb. Or run the test by hand: sh ", text)


if __name__ == "__main__":
    unittest.main()
