"""Functions that the user declares, on the command line or in braid.toml: those that return input, and those whose call is
an error."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

BRAID = os.path.join(os.environ["BRAID_PREFIX"], "bin", "braid")

# Error functions: one of the file itself, which returns; one of the C library; one of another file that does nothing at all.
CONTROL = r"""
#include "sensor.h"
#include <stdio.h>
static int errors;
static void fatal_error(const char *why) {
  fprintf(stderr, "%s\n", why);
  errors++;
}
int main(void) {
  int level = read_sensor(0), channel = read_sensor(1);
  if (channel < 0 || channel > 2)
    return 1;
  if (level == 77)
    fatal_error("seventy-seven"); /* line 14 */
  if (level == 78)
    perror("seventy-eight"); /* line 16 */
  if (read_volts() == 2.5)
    unreachable(); /* line 18 */
  if (*read_name(1, 2, 3, 4, 5, 6, 7, 8) == 'x')
    return 2;
  return errors;
}
"""

SENSOR = r"""
#include "sensor.h"
int read_sensor(int channel) { return channel; }
double read_volts(void) { return 0; }
void unreachable(void) {}
const char *read_name(int a, int b, int c, int d, int e, int f, int g, int h) { return a + b + c + d + e + f + g + h == 36 ? "y" : "x"; }
"""

HEADER = r"""
int read_sensor(int channel);
double read_volts(void);
void unreachable(void);
const char *read_name(int, int, int, int, int, int, int, int);
"""

PROJECT = """
[program]
input-functions = ["read_sensor", "read_volts"]
error-functions = ["fatal_error", "perror", "unreachable"]
"""

CXX = r"""
#include <cstdio>
namespace plant {
struct Valve {
  void broken(int number);
};
void Valve::broken(int number) { std::printf("%d\n", number); }
}
int main() {
  plant::Valve valve;
  if (std::getchar() == 'b')
    valve.broken(3); /* line 12 */
  return 0;
}
"""

USAGE = r"""
#include <stdio.h>
#include <stdlib.h>
static void usage(void) { puts("usage"); exit(0); }
static void give_up(int byte) { putchar(byte); _Exit(0); }
int main(void) {
  int byte = getchar(); if (byte == 'u') usage();
  if (byte == 'g')
    give_up(byte);
  return 0;
}
"""


class Functions(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="braid functions-")  # with a space: scripts have to quote
        self.addCleanup(shutil.rmtree, self.place)

    def write(self, **files):
        for name, text in files.items():
            with open(os.path.join(self.place, name.replace("_", ".")), "w", encoding="utf-8") as file:
                file.write(text)

    def braid(self, *words):
        return subprocess.run([BRAID, *words], text=True, capture_output=True, check=False, cwd=self.place)

    def explore(self, *words, code=1):
        outcome = self.braid("run", *words, "-o", "out", "--jobs", "1")
        self.assertEqual(outcome.returncode, code, outcome.stdout + outcome.stderr)
        found = json.loads(self.braid("report", "out", "--format", "json").stdout)["findings"]
        return {(finding["kind"], finding["message"], finding["place"]["line"]): finding for finding in found}

    def complaint(self, *words):
        outcome = self.braid("run", *words)
        self.assertEqual((outcome.returncode, outcome.stdout), (2, ""), outcome.stderr)
        return outcome.stderr

    def test_declared_in_the_project_file(self):
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER, braid_toml=PROJECT)
        found = self.explore("control.c", "sensor.c")
        self.assertEqual(sorted(found), [("error-call", "call of fatal_error", 14), ("error-call", "call of perror", 16),
                                         ("error-call", "call of unreachable", 18)])
        fatal = found["error-call", "call of fatal_error", 14]
        self.assertTrue(fatal["confirmed"])
        values = {given["name"]: given["hex"] for given in fatal["inputs"]}
        self.assertEqual((values["read_sensor()"], values["read_sensor()#2"]), ("4d000000", "00000000"))
        conditions = [matter["condition"] for matter in fatal["matters"]]
        self.assertIn("read_sensor() == 77", conditions)
        volts = found["error-call", "call of unreachable", 18]
        self.assertEqual({given["name"]: given["hex"] for given in volts["inputs"]}["read_volts()"], "0000000000000440")
        # Without Braid, in another folder.
        for finding in found.values():
            script = os.path.join(self.place, "out", "findings", f"{finding['number']:03}-error-call", "reproduce.sh")
            outcome = subprocess.run(["sh", script], text=True, capture_output=True, check=False, cwd="/")
            self.assertIn("AddressSanitizer: ABRT", outcome.stderr)
            self.assertRegex(outcome.stderr, rf"in main .*control\.c:{finding['place']['line']}:")

    def test_without_declarations_there_is_nothing_to_find(self):
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER)
        self.assertEqual(self.explore("control.c", "sensor.c", code=3), {})
        # Another project file is another campaign, also where the program is the same.
        self.write(braid_toml='[program]\ninput-functions = ["read_sensor"]\n')
        self.assertEqual(self.explore("control.c", "sensor.c", code=0), {})
        self.assertEqual(list(self.explore("control.c", "sensor.c", "--error-functions", "perror")), [("error-call", "call of perror", 16)])

    def test_a_function_beside_its_caller(self):
        """Its results cannot be given where the linker does not see the call, and that is said."""
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER)
        words = ["-o", "out", "--jobs", "1", "--input-functions", "read_sensor"]
        self.assertNotIn("source file that defines it", self.braid("run", "control.c", "sensor.c", *words).stdout)
        for kind, reason in (("", "sense is called in the source file that defines it"), ("static ", "undefined reference to `sense'")):
            self.write(both_c=kind + "int sense(void) { return 3; }\nint main(void) { return sense() == 77; }\n")
            self.assertIn(reason, self.braid("run", "both.c", "-o", "both", "--input-functions", "sense").stdout)

    def test_the_command_line_wins(self):
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER, braid_toml=PROJECT)
        found = self.explore("control.c", "sensor.c", "--error-functions", "fatal_error", "--error-functions", "no_such_function")
        self.assertEqual(list(found), [("error-call", "call of fatal_error", 14)])

    def test_arguments_on_the_stack(self):
        """The real function still gets all of them, and its result is the one of the test only if there is one."""
        self.write(control_c=CONTROL.replace("return 2", "perror(\"x\")"), sensor_c=SENSOR, sensor_h=HEADER)
        found = self.explore("control.c", "sensor.c", "--input-functions", "read_sensor,read_name", "--error-functions", "fatal_error", "--max-runs", "20")
        self.assertEqual(sorted(found)[0][2], 14)

    def test_optimised_programs(self):
        """Also where the compiler would inline the function."""
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER, braid_toml=PROJECT)
        found = self.explore("control.c", "sensor.c", "--compiler-options=-O2")
        self.assertEqual(sorted(line for _, _, line in found), [14, 16, 18])

    def test_functions_that_end_the_program(self):
        """Most do; and they are static, short and called once."""
        self.write(usage_c=USAGE)
        for options in ("-O0", "-O1", "-O2", "-O1 -fno-pie -no-pie"):
            found = self.explore("usage.c", "--error-functions", "usage,give_up", f"--compiler-options={options}")
            self.assertEqual(sorted(found), [("error-call", "call of give_up", 9), ("error-call", "call of usage", 7)], options)
        script = os.path.join(self.place, "out", "findings", "001-error-call", "reproduce.sh")
        for compiler in ("clang-19", "gcc"):
            outcome = subprocess.run(["sh", script], text=True, capture_output=True, check=False, env={**os.environ, "CC": compiler})
            self.assertRegex(outcome.stderr, "AddressSanitizer: ABRT(.|\n)* in main .*usage.c:[79]", compiler)

    def test_cxx(self):
        self.write(valve_cpp=CXX)
        found = self.explore("valve.cpp", "--error-functions", "_ZN5plant5Valve6brokenEi")
        self.assertEqual(list(found), [("error-call", "call of plant::Valve::broken(int)", 12)])

    def test_what_is_refused(self):
        self.write(control_c=CONTROL, sensor_c=SENSOR, sensor_h=HEADER)
        self.write(braid_toml="[program]\n\ninputs = [\"read\"]\n")
        self.assertIn("braid.toml:3: there is no 'inputs' in [program]; there are input-functions and error-functions", self.complaint("control.c"))
        self.write(braid_toml="[programs]\n")
        self.assertIn("braid.toml:1: there is no section [programs]; there are [run] and [program]", self.complaint("control.c"))
        self.write(braid_toml="")
        self.assertIn("--error-functions: 'two words' is not the name of a function", self.complaint("control.c", "--error-functions", "two words"))
        self.assertIn("is one of the --input-functions, too", self.complaint("control.c", "--input-functions", "f", "--error-functions", "g,f"))
        self.assertIn("with --checks none there is none", self.complaint("control.c", "--error-functions", "f", "--checks", "none"))
        self.assertIn("--input-functions: this is for programs that are built from sources here", self.complaint("/bin/true", "--input-functions", "f"))


if __name__ == "__main__":
    unittest.main()
