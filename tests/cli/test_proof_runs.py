"""Runs on builds with sanitizers that end in unusual ways: what shows is a finding, and what cannot be known is told."""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import unittest

PREFIX = os.environ["BRAID_PREFIX"]
BRAID = os.path.join(PREFIX, "bin", "braid")

ENDLESS = r"""
#include <string.h>
int main(int argc, char **argv) {
  volatile unsigned turns = 0;
  if (argc > 1 && argv[1][0] == 'l')
    for (;;)
      turns++; /* endless */
  return 0;
}
"""

DEAF = r"""
#include <signal.h>
int main(int argc, char **argv) {
  volatile unsigned turns = 0;
  signal(SIGABRT, SIG_IGN);
  if (argc > 1 && argv[1][0] == 'l')
    for (;;)
      turns++; /* endless */
  return 0;
}
"""

HANDLERS = r"""
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static sigjmp_buf back;
static void leave(int number) { exit(number != SIGSEGV); }
static void leave_at_once(int number) { _exit(number != SIGSEGV); }
static void give_up(int number) { (void)number, abort(); }
static void again(int number) { signal(number, SIG_DFL), raise(number); }
static void go_on(int number) { (void)number, siglongjmp(back, 1); }
static void alarmed(int number) { (void)number, exit(0); }
__attribute__((noinline)) static void poke(volatile char *where) { *where = 1; }
__attribute__((noinline)) static int look(const volatile char *where) { return *where; }
static volatile char *const nowhere = (volatile char *)(1UL << 45);
int main(void) {
  switch (getchar()) {
  case 'l': signal(SIGSEGV, leave), poke(nowhere); break; /* exit */
  case 'o': signal(SIGSEGV, leave_at_once), poke(nowhere); break; /* _exit */
  case 'g': signal(SIGSEGV, give_up), poke(nowhere); break; /* abort */
  case 'a': signal(SIGSEGV, again), poke(nowhere); break; /* raise */
  case 'j':
    signal(SIGSEGV, go_on);
    if (sigsetjmp(back, 1) == 0)
      return look(nowhere);
    break;
  case 't': signal(SIGALRM, alarmed), raise(SIGALRM); break;
  default: break;
  }
  return 0;
}
"""

NOISE = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  volatile char *block = malloc(4);
  switch (getchar()) {
  case 'n':
    for (int i = 0; i < 300000; i++)
      fputs("much ado\n", stderr);
    block[4] = 1; /* noise */
    break;
  case 'c':
    close(STDERR_FILENO);
    block[5] = 1; /* closed */
    break;
  case 'o':
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    block[6] = 1; /* elsewhere */
    break;
  case 'f':
    if (fork() == 0)
      block[7] = 1; /* child */
    break;
  default: break;
  }
  free((void *)block);
  return 0;
}
"""

ENDED = r"""
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int first = getchar();
  if (first == 'p')
    kill(getppid(), SIGKILL);
  if (first == 's')
    raise(SIGKILL);
  return 0;
}
"""

HUNGRY = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int first = getchar(), second = getchar();
  char *volatile some = 0;
  if (first == 'm')
    while ((some = malloc(1 << 20)) != 0)
      memset(some, 1, 1 << 20);
  return second == 'x' ? some != 0 : 0;
}
"""

# What MemorySanitizer says about C++ has to be confirmed by Valgrind, for which the program is built unoptimised.
UNSET = r"""
#include <cstdio>
#if !defined(__OPTIMIZE__) && !__has_feature(memory_sanitizer)
%s
#endif
__attribute__((noinline)) static void set(int *number, int first) {
  if (first != 'u')
    *number = 1;
}
int main() {
  int number;
  set(&number, std::getchar());
  if (number == 7)
    std::puts("seven");
  return 0;
}
"""

SLOW = r"""
constexpr long slow() {
  long sum = 0;
  for (long i = 0; i < 2000000000; i++)
    sum += i;
  return sum;
}
static_assert(slow() != 0);
"""


class ProofRuns(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-proof-runs-")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_braid(self, text, *options, code, name="program.c"):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run([BRAID, "run", name, "-o", "out", *options], cwd=self.folder, capture_output=True, text=True,
                                timeout=300, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout

    def found(self):
        found = []
        for file in sorted(glob.glob(os.path.join(self.folder, "out/findings/*/finding.json"))):
            with open(file, encoding="utf-8") as stream:
                finding = json.load(stream)
            if finding["confirmed"]:
                found.append(finding)
        return found

    def places(self):
        return sorted((finding["kind"], finding["place"]["line"]) for finding in self.found())

    @staticmethod
    def line(text, mark):
        return next(number for number, line in enumerate(text.splitlines(), 1) if f"/* {mark} */" in line)

    def not_checked(self):
        with open(os.path.join(self.folder, "out/stats.json"), encoding="utf-8") as file:
            return json.load(file)["proofs"]["not_checked"]

    def reproduced(self, number):
        script = glob.glob(os.path.join(self.folder, f"out/findings/{number:03}-*/reproduce.sh"))[0]
        empty = os.path.join(self.folder, f"empty-{number}")
        os.mkdir(empty)
        result = subprocess.run([script], cwd=empty, capture_output=True, check=False, timeout=300)
        self.assertEqual(os.listdir(empty), [])
        return result.returncode, (result.stdout + result.stderr).decode(errors="replace")

    def test_an_endless_loop_by_way_of_an_argument(self):
        self.run_braid(ENDLESS, "--arg", "1", "--run-time", "1", code=1)
        [finding] = self.found()
        self.assertEqual(finding["kind"], "endless-loop")
        self.assertIn(finding["place"]["line"], (self.line(ENDLESS, "endless") - 1, self.line(ENDLESS, "endless")))
        self.assertIn("timed out", self.reproduced(1)[1])

    def test_a_program_that_ignores_it_when_it_is_asked_to_abort(self):
        self.run_braid(DEAF, "--arg", "1", "--run-time", "1", code=1)
        [finding] = self.found()
        self.assertEqual(finding["kind"], "endless-loop")
        self.assertIn(finding["place"]["line"], (self.line(DEAF, "endless") - 1, self.line(DEAF, "endless")))

    def test_programs_that_handle_their_crashes_themselves(self):
        self.run_braid(HANDLERS, code=1)
        poke = self.line(HANDLERS, "exit") - 6
        self.assertIn("poke(", HANDLERS.splitlines()[poke])
        # One line, so one finding: which of the handlers is there depends on the order.
        self.assertEqual(self.places(), [("wild-pointer", poke + 1)])
        code, said = self.reproduced(1)
        self.assertNotEqual(code, 0)
        self.assertIn("AddressSanitizer: SEGV", said)

    def test_each_way_to_handle_a_crash(self):
        for letter in "loga":
            with self.subTest(letter=letter):
                shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)
                text = HANDLERS.replace("switch (getchar()) {", f"int c = getchar();\n  switch (c == '{letter}' ? c : 0) {{")
                self.run_braid(text, "--jobs", "1", code=1)
                self.assertEqual([place[0] for place in self.places()], ["wild-pointer"])
        for letter in "jt":
            with self.subTest(letter=letter):
                shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)
                text = HANDLERS.replace("switch (getchar()) {", f"int c = getchar();\n  switch (c == '{letter}' ? c : 0) {{")
                self.run_braid(text, "--jobs", "1", code=0)
                self.assertEqual(self.not_checked(), [])

    def test_a_report_is_found_wherever_the_program_leaves_its_standard_error(self):
        self.run_braid(NOISE, code=1)
        self.assertEqual([place[1] for place in self.places()],
                         [self.line(NOISE, mark) for mark in ("noise", "closed", "elsewhere", "child")])

    def test_a_program_that_ends_who_serves_it(self):
        said = self.run_braid(ENDED, "--jobs", "1", code=4)
        self.assertEqual(self.found(), [])
        reasons = " ".join(each["reason"] for each in self.not_checked())
        self.assertIn("the program ended the process that serves it", reasons)
        self.assertIn("killed by SIGKILL, which somebody sent", reasons)
        self.assertIn("not checked in", said)

    def test_memory_is_limited_and_that_is_told(self):
        said = self.run_braid(HUNGRY, "--jobs", "1", "--run-memory", "256MiB", code=4)
        self.assertEqual(self.found(), [])
        self.assertIn("not checked in", said)
        self.assertIn("they took more memory than --run-memory", said)

    @unittest.skipUnless(os.path.exists("/usr/bin/valgrind"), "Valgrind is not installed")
    def test_valgrind_is_asked_and_where_it_cannot_be_that_is_told(self):
        self.run_braid(UNSET % "", code=1, name="program.cpp")
        self.assertEqual([finding["confirmed_by"] for finding in self.found()], ["Valgrind"])
        shutil.rmtree(os.path.join(self.folder, "out"))
        said = self.run_braid(UNSET % '#error "not this way"', code=0, name="program.cpp")
        self.assertEqual(self.found(), [])
        self.assertIn("values that were never set: the build for Valgrind failed", said)

    @unittest.skipUnless(os.path.exists("/usr/bin/valgrind"), "Valgrind is not installed")
    def test_the_build_for_valgrind_can_be_interrupted(self):
        self.run_braid(UNSET % SLOW, "--compiler-options", "-fconstexpr-steps=2147483647", "--time-limit", "8", code=4,
                       name="program.cpp")
        self.assertEqual(self.found(), [])


if __name__ == "__main__":
    unittest.main()
