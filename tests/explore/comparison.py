"""One small program, explored by `braid run` and compared with the truth: what running every input gives.

The set of paths that the tests of an exploration take has to be the set that exists, none missing, none extra and
none twice; every test has to end as it says; and the claim that all paths were explored has to be made exactly when
it is true. A program whose exploration cannot claim that says so in a comment: then what is found has to be right,
and the claim must not be made."""

import json
import os
import re
import shlex
import shutil
import subprocess

LONGEST = 1200  # seconds for one command; what takes longer is broken
EXIT_DONE, EXIT_FINDINGS, EXIT_INCOMPLETE = 0, 1, 4
STRATEGIES = ("depth-first", "breadth-first", "random-branch", "random-path", "random-priority", "rare-place",
              "generational", "coverage", "mixture")


class Trouble(Exception):
    """The comparison could not be made; the text says why."""


class Tools:
    """The programs under test and the one that enumerates, in one folder."""

    def __init__(self, folder):
        folder = os.path.abspath(folder)
        self.braid = os.path.join(folder, "braid")
        self.enumerate = os.path.join(folder, "braid-enumerate")
        self.c = os.path.join(folder, "braid-cc")
        self.cxx = os.path.join(folder, "braid-c++")

    def compile(self, source, target):
        compiler = self.cxx if source.endswith(".cpp") else self.c
        run([compiler, "-O0", "-g", "-Wall", "-Werror", source, "-o", target])


class Input:
    """What is symbolic in a program, as its comments say:

    // input: stdin 2       all strings of up to two bytes on standard input
    // input: mark          all values of what the program marks
    // values: 64,64        each byte takes only this many values, from 0 on: the program uses only its low bits
    // incomplete: reason   an exploration cannot claim to have seen everything
    // addresses: M, M      models of addresses that depend on input, each compared by itself
    // kept                 no symbol becomes concrete, so all inputs of a path end in the same way"""

    def __init__(self, text):
        said = dict(re.findall(r"^// (input|values|addresses|incomplete): *(.*?)\s*$", text, re.MULTILINE))
        kind = re.fullmatch(r"stdin ([0-3])|mark", said.get("input", ""))
        if not kind:
            raise Trouble("there is no line '// input: stdin N' or '// input: mark'")
        self.standard_input = int(kind.group(1)) if kind.group(1) else None
        self.values = said.get("values")
        self.models = re.findall(r"\w+", said.get("addresses", "auto"))
        self.incomplete = said.get("incomplete")
        self.kept = re.search(r"^// kept$", text, re.MULTILINE) is not None

    def of_enumeration(self):
        chosen = ["--mark"] if self.standard_input is None else ["--stdin", str(self.standard_input)]
        return chosen + (["--values", self.values] if self.values else [])

    def of_exploration(self):
        return [] if self.standard_input is None else ["--stdin", str(self.standard_input)]


def run(command, folder=None, accept=(0,)):
    """The output of a command and its exit code."""
    try:
        outcome = subprocess.run(command, cwd=folder, capture_output=True, timeout=LONGEST, check=False,
                                 stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Trouble(f"{shlex.join(command)}: not finished after {LONGEST} seconds") from None
    if outcome.returncode not in accept:
        raise Trouble(f"{shlex.join(command)}: exit code {outcome.returncode}\n"
                      + (outcome.stdout[-2000:] + outcome.stderr[-2000:]).decode(errors="replace"))
    return outcome.stdout.decode(errors="replace"), outcome.returncode


class Way:
    """How to explore: strategy, jobs and seed."""

    def __init__(self, strategy, jobs, seed):
        self.strategy, self.jobs, self.seed = strategy, jobs, seed

    def options(self):
        return ["--strategy", self.strategy, "--jobs", str(self.jobs), "--seed", str(self.seed)]

    def __str__(self):
        return f"{self.strategy}, {self.jobs} job{'s' if self.jobs > 1 else ''}, seed {self.seed}"


class Subject:
    """A compiled program and what is true of it."""

    def __init__(self, tools, source, folder, model="auto"):
        self.tools, self.source, self.folder = tools, source, folder
        with open(source, encoding="utf-8") as file:
            self.input = Input(file.read())
        self.model = ["--addresses", model]
        os.makedirs(folder, exist_ok=True)
        self.program = os.path.join(folder, "program")
        self.known = os.path.join(folder, "truth.json")
        self.truth = {}
        tools.compile(source, self.program)

    def enumerate(self, *options):
        """Finds out which paths there are. Returns whether that came to an end: --most-paths may have ended it."""
        text, _ = run([self.tools.enumerate, self.program, *self.input.of_enumeration(), *self.model, *options],
                      self.folder)
        with open(self.known, "w", encoding="utf-8") as file:
            file.write(text)
        self.truth = json.loads(text)
        return self.truth["whole"]

    def paths(self):
        return len(self.truth["paths"])

    def has_crash(self):
        return any(crashes(path) for path in self.truth["paths"])

    def faults(self):
        """What is wrong with the program as a test: it is not the same each time it runs, nothing tells the inputs
        that crash from others, or symbols are not kept where they should be."""
        lines = [f"differs from run to run: {text}" for text in self.truth["unstable"]]
        if self.input.kept:
            lines += [f"made concrete: {text}" for text in self.truth["made_concrete"]]
            lines += [f"one path, several ends: {shown(path['example'])}: {', '.join(path['outcomes'])}"
                      for path in self.truth["paths"] if not path["same_outcome"]]
        if not self.input.incomplete:
            lines += [f"no decision tells how it ends: {shown(path['example'])}: {', '.join(path['outcomes'])}"
                      for path in self.truth["paths"] if crashes(path) and not path["same_outcome"]]
            if self.truth["hidden_decisions"] and not self.truth["made_concrete"]:
                lines += [f"a decision that is not recorded leads to {text}"
                          for text in self.truth["hidden_decisions"]]
        return lines

    def explore(self, way):
        """Explores the program and says what is wrong with the result, a list of lines."""
        results = os.path.join(self.folder, f"{way.strategy}-{way.jobs}")
        shutil.rmtree(results, ignore_errors=True)
        command = [self.tools.braid, "run", self.program, "-o", results, *self.input.of_exploration(),
                   *self.model, *way.options(), "--quiet"]
        try:
            problems = self.judge(run(command, self.folder, accept=(EXIT_DONE, EXIT_FINDINGS, EXIT_INCOMPLETE))[1],
                                  results)
        except Trouble as trouble:
            return [str(trouble)]
        if not problems:
            shutil.rmtree(results)
        return problems

    def judge(self, exit_code, results):
        problems = []
        expected = (EXIT_FINDINGS if self.has_crash() else EXIT_DONE,)
        if self.input.incomplete: # which crashes are found is not known then
            expected = (EXIT_FINDINGS, EXIT_INCOMPLETE)
        if exit_code not in expected:
            problems.append(f"exit code {exit_code}, expected {' or '.join(map(str, expected))}")
        text, _ = run([self.tools.enumerate, self.program, *self.model, "--known", self.known, "--tests",
                       os.path.join(results, "tests"), "--longest", str(self.input.standard_input or 0)], self.folder)
        found = json.loads(text)
        problems += self.complaints(found)
        problems += self.complaints_about_claims(found, load_json(os.path.join(results, "stats.json")))
        return problems

    def complaints(self, found):
        """About the tests."""
        tests = {test["number"]: test for test in found["tests"]}

        def test_text(number):
            return f"test {number} ({shown(tests[number]['inputs'])}; {tests[number]['outcome']['text']})"

        examples = {path["key"]: path for path in self.truth["paths"]}
        for key in [] if self.input.incomplete else found["missing"]:
            yield f"missing: the path of {shown(examples[key]['example'])} ({examples[key]['outcome']['text']})"
        for number in found["extra"]:
            yield f"extra: {test_text(number)} is on a path that enumeration did not see"
        for numbers in found["duplicate"]:
            yield "on one path: " + ", ".join(test_text(number) for number in numbers)
        for number in found["failed_assumption"]:
            yield f"no path, an assumption does not hold: {test_text(number)}"
        for number in found["wrong_outcome"]:
            yield f"ends otherwise than it says: {test_text(number)}"

    def complaints_about_claims(self, found, figures):
        expected = len({test["path"] for test in found["tests"]}) if self.input.incomplete else self.paths()
        if figures["paths"] != expected:
            yield f"stats.json: {figures['paths']} paths, expected {expected}"
        if figures["complete"] != (not self.input.incomplete):
            yield f"stats.json: complete is {figures['complete']}"


def crashes(path):
    return any(not text.startswith("exit status") for text in path["outcomes"])


def shown(inputs):
    """"stdin=6162", for a person."""
    return ", ".join(f"{source['name']}={source['hex']}" for source in inputs)


def load_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as problem:
        raise Trouble(f"{path}: {problem}") from None
