"""./braid and ./test as far as they prepare: packages, configuring, building, one at a time. The tools they call
are played by small scripts that write down how they were called."""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Says which packages are installed: those in the file "installed".
DPKG_QUERY = """for name in "$@"; do
  case $name in -*|*'{'*) continue;; esac
  grep -qx "$name" "$WORLD/installed" && echo "$name installed"
done
exit 1
"""
# Installs by adding to that file; fails until "apt-get update" if the file "old" exists.
APT_GET = """echo "apt-get $*" >>"$WORLD/calls"
case " $* " in
  *" update "*) rm -f "$WORLD/old";;
  *" install "*)
    [ ! -e "$WORLD/old" ] || { echo "E: Unable to locate package"; exit 100; }
    for name in "$@"; do case $name in -*|DPkg::*|install) ;; *) echo "$name" >>"$WORLD/installed";; esac; done;;
esac
"""
CMAKE = """echo "cmake $*" >>"$WORLD/calls"
[ ! -e "$WORLD/no-configure" ] || { echo "CMake Error: this is wrong"; exit 1; }
folder=build/$2; mkdir -p "$folder/bin"; : >"$folder/build.ninja"
printf '#!/bin/sh\\necho "braid $* in $PWD"\\n' >"$folder/bin/braid"; chmod +x "$folder/bin/braid"
"""
NINJA = """echo "ninja $*" >>"$WORLD/calls"
echo "begin" >>"$WORLD/builds"; sleep 0.2; echo "end" >>"$WORLD/builds"
if [ -e "$WORLD/no-build" ]; then
  echo "[1/9] first"; echo "FAILED: part.o"; echo "part.cpp:1:1: error: wrong"; exit 1
fi
echo "ninja: no work to do."
"""
CTEST = """echo "ctest $*" >>"$WORLD/calls"
cat "$WORLD/ctest-output"; exit "$(cat "$WORLD/ctest-status")"
"""


class Setup(unittest.TestCase):
    def setUp(self):
        self.world = pathlib.Path(tempfile.mkdtemp(prefix="braid-setup-"))
        self.addCleanup(shutil.rmtree, self.world)
        self.tree = self.world / "a tree"
        (self.tree / "scripts").mkdir(parents=True)
        for name in ("packages.txt", "prepare.sh"):
            shutil.copy(ROOT / "scripts" / name, self.tree / "scripts")
        for name in ("braid", "test", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.tree)
        self.tools = self.world / "tools"
        self.tools.mkdir()
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET), ("cmake", CMAKE), ("ninja", NINJA), ("ctest", CTEST),
                           ("id", 'echo "${USER_ID:-0}"\n'), ("sudo", 'echo sudo >>"$WORLD/calls"; exec "$@"\n')):
            self.tool(name, text)
        self.set_installed(self.packages())
        self.write("ctest-output", "97% tests passed, 2 tests failed out of 60\n")
        self.write("ctest-status", "8")

    def tool(self, name, text):
        path = self.tools / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def write(self, name, text=""):
        (self.world / name).write_text(text)

    def packages(self):
        lines = (self.tree / "scripts/packages.txt").read_text().splitlines()
        return [name for name in (line.split("#")[0].strip() for line in lines) if name]

    def set_installed(self, names):
        self.write("installed", "".join(name + "\n" for name in names))

    def calls(self):
        path = self.world / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def environment(self, **variables):
        # Only what the scripts may rely on beside the tools above.
        return {"PATH": f"{self.tools}:/usr/bin:/bin", "WORLD": str(self.world), **variables}

    def run_script(self, *command, **variables):
        return subprocess.run([str(self.tree / command[0]), *command[1:]], cwd=self.world, text=True, capture_output=True,
                              check=False, env=self.environment(**variables))

    def test_first_start(self):
        outcome = self.run_script("braid", "trace", "two words")
        self.assertEqual(outcome.stdout, f"braid trace two words in {self.world}\n", outcome.stderr)
        self.assertEqual(self.calls(), ["cmake --preset release", "ninja -C build/release src/all"])

    def test_nothing_to_do(self):
        self.run_script("braid", "version")
        outcome = self.run_script("braid", "version")
        self.assertEqual(outcome.stderr, "")
        self.assertEqual(self.calls()[2:], ["ninja -C build/release src/all"])

    def test_missing_packages(self):
        self.set_installed([name for name in self.packages() if name not in ("cmake", "clang-19")])
        outcome = self.run_script("braid")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        installs = [call for call in self.calls() if "install" in call]
        self.assertEqual(len(installs), 1)
        self.assertTrue(installs[0].endswith(" cmake clang-19"), installs)
        self.assertNotIn("update", " ".join(self.calls()))

    def test_list_of_packages_is_old(self):
        self.set_installed([])
        self.write("old")
        self.assertEqual(self.run_script("braid").returncode, 0)
        self.assertEqual([word for call in self.calls() for word in call.split() if word in ("install", "update")], ["install", "update", "install"])

    def test_packages_by_sudo(self):
        self.set_installed([])
        self.assertEqual(self.run_script("braid", USER_ID="1000").returncode, 0)
        self.assertIn("sudo", self.calls())

    def test_neither_root_nor_sudo(self):
        self.set_installed([])
        (self.tools / "sudo").unlink()
        outcome = self.run_script("braid", USER_ID="1000", PATH=f"{self.tools}:{self.plain_tools()}")
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("only root can install", outcome.stderr)
        self.assertIn("apt-get install", outcome.stderr)

    def plain_tools(self):
        """The system's tools without sudo."""
        folder = self.world / "plain"
        folder.mkdir()
        for name in ("awk", "bash", "cat", "chmod", "dirname", "env", "flock", "grep", "mkdir", "readlink", "rm", "sed", "sh",
                     "sleep", "tail", "tee", "touch", "tr"):
            os.symlink(shutil.which(name), folder / name)
        return folder

    def test_packages_that_do_not_exist(self):
        self.set_installed([])
        self.tool("apt-get", 'echo "E: Unable to locate package nonsense"; exit 100\n')
        outcome = self.run_script("braid")
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("nonsense", outcome.stderr)
        self.assertIn("Next step", outcome.stderr)

    def test_configuring_fails(self):
        self.write("no-configure")
        outcome = self.run_script("braid")
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("this is wrong", outcome.stderr)
        (self.world / "no-configure").unlink()
        self.assertEqual(self.run_script("braid").returncode, 0)

    def test_building_fails(self):
        self.write("no-build")
        outcome = self.run_script("braid")
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("part.cpp:1:1: error: wrong", outcome.stderr)
        self.assertIn("build/release/build.log", outcome.stderr)
        self.assertNotIn("braid  in", outcome.stdout)

    def test_one_at_a_time(self):
        processes = [subprocess.Popen([str(self.tree / "braid")], env=self.environment(), stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) for _ in range(4)]
        self.assertEqual([process.wait() for process in processes], [0] * 4)
        self.assertEqual((self.world / "builds").read_text().split(), ["begin", "end"] * 4)

    def test_started_through_a_link(self):
        os.symlink(self.tree / "braid", self.world / "link")
        outcome = subprocess.run([str(self.world / "link"), "x"], cwd=self.world, text=True, capture_output=True, check=False,
                                 env=self.environment())
        self.assertEqual(outcome.stdout, f"braid x in {self.world}\n")

    def test_tests_are_counted(self):
        outcome = self.run_script("test")
        self.assertEqual(outcome.returncode, 8)
        self.assertEqual(outcome.stdout.splitlines()[-1], "58 passed, 2 failed")
        self.assertIn("--label-exclude extended", self.calls()[-1])
        self.write("ctest-output", "100% tests passed, 0 tests failed out of 7\n\nLabel Time Summary:\nextended = 1 sec\n")
        self.write("ctest-status", "0")
        outcome = self.run_script("test", "--extended")
        self.assertEqual((outcome.returncode, outcome.stdout.splitlines()[-1]), (0, "7 passed, 0 failed"))
        self.assertNotIn("extended", self.calls()[-1])

    def test_other_presets_and_arguments(self):
        self.run_script("test", "--sanitize", "-R", "a b")
        self.assertIn("cmake --preset sanitize", self.calls())
        self.assertIn("--test-dir build/sanitize", self.calls()[-1])
        self.assertTrue(self.calls()[-1].endswith("-R a b"))

    def test_no_test_at_all(self):
        self.write("ctest-output", "No tests were found!!!\n")
        outcome = self.run_script("test")
        self.assertEqual((outcome.returncode, outcome.stdout.splitlines()[-1].split(";")[0]), (8, "no test ran"))


if __name__ == "__main__":
    unittest.main()
