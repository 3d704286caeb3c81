"""What is known of one package: how it is configured, built and tested, and what its tests print.

A recipe is a small shell file (README.md lists its parts). It is only ever run by the shell; from here the
variables are read and the functions are called by name."""

import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "recipes")
VARIABLES = ("source", "needs", "results", "binaries", "unstable")
PRELUDE = 'set -e -u -o pipefail; . "$1/recipe.sh"; . "$1/recipes/$2"; shift 2; '


def names():
    return sorted(os.listdir(FOLDER))


class Recipe:
    def __init__(self, name):
        self.name = name
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            self.text = file.read()
        shown = self._shell(" ".join(f'printf "%s\\0" "${variable}";' for variable in VARIABLES))
        values = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.split("\0")
        self.source, self.needs, self.results, self.binaries, self.unstable = values[:5]
        self.source = self.source or name
        self.needs = self.needs.split()
        self.binaries = self.binaries.split()
        assert self.results in READERS, f"{name}: results={self.results} is none of {', '.join(READERS)}"

    def _shell(self, text):
        return ["bash", "-c", PRELUDE + text, "recipe", HERE, self.name]

    def step(self, function):
        """The command that runs a function of the recipe."""
        return self._shell(function)

    def has(self, function):
        return re.search(rf"(?m)^{function}\(\)", self.text) is not None


# --- what tests print ---
# Each reader gives (name, passed) for each test; a test that was skipped is none.

def _automake(text):
    for verdict, name in re.findall(r"(?m)^(PASS|XFAIL|FAIL|XPASS|ERROR): (.*?)\s*$", text):
        yield name, verdict in ("PASS", "XFAIL")


def _ctest(text):
    for name, verdict in re.findall(r"(?m)^ *\d+/\d+ Test +#\d+: (\S+) \.+ *(\S+)", text):
        if verdict != "***Skipped":
            yield name, verdict == "Passed"


def _googletest(text):
    failed = set(re.findall(r"(?m)^\[  FAILED  \] (\S+?),?(?: |$)", text))
    for name in re.findall(r"(?m)^\[       OK \] (\S+)", text):
        if name not in failed:
            yield name, True
    for name in failed:
        yield name, False


def _status(_):
    return ()


READERS = {"automake": _automake, "ctest": _ctest, "googletest": _googletest, "status": _status}


def read_results(kind, text, status):
    """How often each test passed and failed. The exit status of the whole is one more test."""
    passed, failed = {}, {}
    for name, good in [*READERS[kind](text), ("exit status", status == 0)]:
        where = passed if good else failed
        where[name] = where.get(name, 0) + 1
    return passed, failed
