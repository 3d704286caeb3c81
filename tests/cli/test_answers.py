"""What the machine answers, and what that means for "All paths were explored": programs that ask the clock, the
process, the environment or the file system, programs that ask nothing, and those whose questions are input."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")
CC = os.path.join(PREFIX, "bin", "braid-cc")
CLAIM = "All paths were explored."
CLAIM_FOR_ANSWERS = "All paths were explored, for the answers that the machine gave:"

HEADERS = r"""
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
"""

# Each in a function of its own; the name that has to be told, and what the claim says of it.
QUESTIONS = {
    "time": ("if (time(NULL) % 2) puts(\"odd\");", "clock: time() at"),
    "clock_gettime": ("struct timespec t; clock_gettime(CLOCK_REALTIME, &t); if (t.tv_nsec & 1) puts(\"odd\");",
                      "clock: clock_gettime() at"),
    "gettimeofday": ("static struct timeval t; gettimeofday(&t, NULL); printf(\"%ld\", (long)t.tv_sec);",
                     "clock: gettimeofday() at"),
    "rand": ("srand(time(NULL)); if (rand() % 2) puts(\"heads\");", "random numbers: rand() at"),
    "getrandom": ("unsigned char b; if (getrandom(&b, 1, 0) == 1 && b > 100) puts(\"high\");",
                  "random numbers: getrandom() at"),
    "getpid": ("for (int i = 0; i < 1000000; i++) if (getpid() == i) puts(\"me\");", "process: getpid() at"),
    "gethostname": ("char name[64]; gethostname(name, 64); if (name[0] == 'a') puts(\"a\");",
                    "machine: gethostname() at"),
    "getuid": ("switch (getuid()) { case 0: puts(\"root\"); break; default: puts(\"user\"); }", "users: getuid() at"),
    "getenv": ("const char *v = getenv(\"HOME\"); if (v && v[0] == 'x') puts(\"x\");", "environment: getenv() at"),
    "stat": ("struct stat s; if (stat(\"/etc/passwd\", &s) == 0 && s.st_size > 1) puts(\"big\");",
             "file system: stat() at"),
    "access": ("if (access(\"/nowhere\", R_OK)) puts(\"no\");", "file system: access() at"),
    "open": ("int f = open(\"/etc/passwd\", O_RDONLY); if (f >= 0) close(f);", "file system: open() at"),
    "fopen": ("FILE *f = fopen(\"/nowhere\", \"r\"); if (f) fclose(f);", "file system: fopen() at"),
    # What is returned is not used, but whether there was an error is.
    "mkdir": ("mkdir(\"/\", 0755); if (errno == EEXIST) puts(\"there\");", "file system: mkdir() at"),
    "isatty": ("if (isatty(1)) puts(\"terminal\");", "terminal: isatty() at"),
    # The answer goes through memory, a phi and a division.
    "clock": ("long a[2] = {0, 1}; a[0] = clock(); long q = 7 / (a[0] | 1); if (q) puts(\"q\");", "clock: clock() at"),
}

# The same paths at every hour: what is asked is printed, measured or thrown away.
PRINTS = HEADERS + r"""
int main(void) {
  struct timeval begin, end;
  gettimeofday(&begin, NULL);
  if (getchar() == 'x')
    puts("x");
  for (int i = 0; i < 1000; i++)
    rand();
  gettimeofday(&end, NULL);
  time_t now;
  time(&now);
  printf("%ld %ld %d\n", (long)now, (long)time(NULL), (int)getpid());
  fprintf(stderr, "%f\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_usec - begin.tv_usec) / 1e6);
  remove("/nowhere/at/all");
  return 0;
}
"""

NOTHING_ASKED = HEADERS + r"""
int main(void) {
  char *memory = malloc(16);
  if (memory && getchar() == 'x')
    puts("x");
  free(memory);
  return 0;
}
"""

# An answer matters as soon as a decision can depend on it, wherever that is.
LEAVES_THE_FUNCTION = HEADERS + r"""
__attribute__((noinline)) static long now(void) { return time(NULL); }
static long began;
int main(void) {
  began = clock();
  if (getchar() == 'x')
    puts("x");
  if (began > now())
    puts("late");
  return 0;
}
"""

ENVIRONMENT = HEADERS + r"""
int main(void) {
  const char *level = getenv("LEVEL");
  if (level && level[0] == '3')
    puts("three");
  return 0;
}
"""

FILES = HEADERS + r"""
int main(int argc, char **argv) {
  struct stat status;
  int descriptor = open(argv[1], O_RDONLY);
  FILE *file = fopen(argv[1], "r");
  if (stat(argv[1], &status) != 0 || descriptor < 0 || !file)
    return 1;
  if (fgetc(file) == 'x' && status.st_size > 2)
    puts("x");
  return 0;
}
"""

# The file that defines random() is one of the program's.
USES_OWN = "#include <stdio.h>\nlong random(void);\nint main(void) { return random() == getchar(); }\n"
OWN = "long random(void) { static long last = 1; return last = last * 5 % 7; }\n"

STREAM = r"""
#include <fstream>
#include <iostream>
int main() {
  std::ifstream settings("/etc/passwd");
  if (std::cin.get() == 'x' && settings.get() == 'r')
    std::cout << "x";
}
"""


class AnswersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_braid(self, *arguments, status=0, **variables):
        result = subprocess.run([BRAID, "run", "-o", os.path.join(self.folder, "out"), *arguments], cwd=self.folder,
                                env={**os.environ, **variables}, stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout

    def answers(self):
        with open(os.path.join(self.folder, "out", "stats.json"), encoding="utf-8") as file:
            statistics = json.load(file)
        self.assertTrue(statistics["complete"])
        return [(each["function"], each["from"]) for each in statistics["answers"]]

    def fresh(self):
        shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)

    def test_every_question_is_named_with_its_place(self):
        functions, calls = "", ""
        for name, (body, _) in QUESTIONS.items():
            functions += f"static void ask_{name}(void) {{ {body} }}\n"
            calls += f"  ask_{name}();\n"
        source = (HEADERS + functions + "int main(void) {\n" + calls +
                  "  if (getchar() == 'x')\n    puts(\"x\");\n  return 0;\n}\n")
        self.write("ask.c", source)
        lines = source.split("\n")
        for level in "-O0", "-O2":
            with self.subTest(level=level):
                self.fresh()
                text = self.run_braid("--compiler-options", level, "ask.c")
                self.assertIn(CLAIM_FOR_ANSWERS, text)
                self.assertNotIn(CLAIM, text)
                for name, (_, told) in QUESTIONS.items():
                    line = next(number for number, each in enumerate(lines, 1) if f"ask_{name}(" in each)
                    self.assertIn(f"{told} ask.c:{line} (ask_{name})", text)
                self.assertEqual(sorted(name for name, _ in self.answers()), sorted(QUESTIONS))
                declared = re.search(r"--braid-input=(\S+)", text).group(1).split(",")
                self.assertEqual(sorted(declared), ["access", "clock", "getpid", "getuid", "isatty", "mkdir", "rand",
                                                    "time"])
                self.assertIn("--env NAME", text)
                self.assertIn("--file PATH", text)

    def test_what_is_only_printed_is_not_named(self):
        self.write("prints.c", PRINTS)
        for level in "-O0", "-O2":
            with self.subTest(level=level):
                self.fresh()
                self.assertIn(CLAIM, self.run_braid("--compiler-options", level, "prints.c"))
                self.assertEqual(self.answers(), [])

    def test_nothing_asked(self):
        self.write("none.c", NOTHING_ASKED)
        text = self.run_braid("none.c")
        self.assertIn(CLAIM, text)
        self.assertNotIn("machine", text)
        self.assertEqual(self.answers(), [])

    def test_answers_that_leave_their_function(self):
        self.write("leaves.c", LEAVES_THE_FUNCTION)
        self.run_braid("leaves.c")
        self.assertEqual(sorted(self.answers()), [("clock", "clock"), ("time", "clock")])

    def test_declared_input_is_no_answer(self):
        self.write("declared.c", HEADERS + "int main(void) {\n  srand(getpid());\n  if (time(NULL) == 1234 || "
                                           "(getchar() == 'x' && rand() == 7))\n    puts(\"x\");\n  return 0;\n}\n")
        self.assertIn(CLAIM, self.run_braid("--compiler-options=--braid-input=time,rand", "declared.c"))
        self.assertEqual(self.answers(), [])
        self.fresh()
        self.run_braid("--compiler-options=--braid-input=time", "declared.c")
        self.assertEqual(self.answers(), [("rand", "random numbers")])

    def test_variables_that_are_input(self):
        self.write("environment.c", ENVIRONMENT)
        self.assertIn(CLAIM, self.run_braid("--env", "LEVEL", "environment.c", LEVEL="1"))
        self.assertEqual(self.answers(), [])
        self.fresh()
        self.write("other.c", ENVIRONMENT.replace("int main(void) {", "int main(void) { getenv(\"HOME\"); getchar();")
                   .replace("level && level", "getchar() == 'x' && level && level"))
        self.run_braid("other.c")
        self.assertEqual(self.answers(), [("getenv", "environment")])

    def test_files_that_are_input(self):
        self.write("files.c", FILES)
        self.write("given", "abc")
        self.assertIn(CLAIM, self.run_braid("--file", "given", "files.c", "--", "given"))
        self.assertEqual(self.answers(), [])
        self.fresh()
        self.write("more.c", FILES.replace("return 1;", "return getchar() == 'x';"))
        self.run_braid("more.c", "--", "nowhere")
        self.assertEqual(sorted(self.answers()),
                         [(name, "file system") for name in ("fopen", "open", "stat")])

    def test_names_from_input_are_tried(self):
        """Which file or variable is meant depends on the input: one answer is not enough."""
        self.write("b", "")
        for question in 'fopen(name, "r") != NULL', "stat(name, &status) == 0", "getenv(name) != NULL":
            with self.subTest(question=question):
                self.fresh()
                self.write("names.c", HEADERS + "int main(void) {\n  struct stat status;\n  char name[2] = {0};\n"
                                                "  name[0] = (char)getchar();\n  if (name[0] < 'a' || name[0] > 'f')\n"
                                                f"    return 0;\n  if ({question})\n    abort();\n  return 0;\n}}\n")
                text = self.run_braid("names.c", status=1, b="set")
                self.assertIn("findings (1)", text)
                self.assertIn(CLAIM_FOR_ANSWERS, text)

    def test_streams(self):
        self.write("stream.cpp", STREAM)
        self.assertIn(CLAIM_FOR_ANSWERS, self.run_braid("stream.cpp"))
        self.assertEqual([kind for _, kind in self.answers()], ["file system"])

    def test_a_function_of_the_program_is_no_question(self):
        self.write("uses.c", USES_OWN)
        self.write("own.c", OWN)
        self.assertIn(CLAIM, self.run_braid("uses.c", "own.c"))
        self.assertEqual(self.answers(), [])

    def test_incomplete_explorations_name_them_too(self):
        self.write("loop.c", HEADERS + "int main(void) {\n  long n = time(NULL) & 1;\n  while (getchar() == 'a')\n    n++;\n"
                                       "  if (n == 3)\n    puts(\"three\");\n  return 0;\n}\n")
        text = self.run_braid("--max-runs", "3", "loop.c", status=4)
        self.assertIn("what was explored holds for the answers that the machine gave", text)
        self.assertIn("clock: time() at loop.c:", text)

    def test_a_text_that_is_shown_is_more_than_its_first_byte(self):
        self.write("shown.c", HEADERS + """int main(void) {
  char name[3] = {(char)getchar(), (char)getchar()};
  if (name[0] < 'a' || name[0] > 'c' || name[1] < 'a' || name[1] > 'c')
    return 0;
  return access(name, R_OK) == 0;
}
""")
        text = self.run_braid("--stdin", "2", "shown.c", status=4)
        self.assertNotIn("All paths were explored", text)
        self.assertRegex(text, r"shown.c:\d+ \(main\): in memory that a function that is not instrumented was shown")

    def test_one_run(self):
        self.write("one.c", HEADERS + "int main(void) {\n  if (getchar() == 'x')\n    return 1;\n  return getpid() == 1;\n}\n")
        subprocess.run([CC, "one.c", "-o", "one"], cwd=self.folder, check=True)
        told = {}
        for text in "a", "x":
            result = subprocess.run([BRAID, "trace", "--json", "./one"], cwd=self.folder, input=text,
                                    capture_output=True, text=True, check=True)
            told[text] = json.loads(result.stdout)["answers"]
        self.assertEqual(told["x"], [])
        self.assertEqual([(each["called"], each["from"], each["function"]) for each in told["a"]],
                         [("getpid", "process", "main")])
        result = subprocess.run([BRAID, "trace", "./one"], cwd=self.folder, input="a", capture_output=True, text=True,
                                check=True)
        self.assertIn("answered by the machine, not input (1 place)", result.stdout)
        self.assertIn("process: getpid()", result.stdout)


if __name__ == "__main__":
    unittest.main()
