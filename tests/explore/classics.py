#!/usr/bin/env python3
"""The classics of the field, explored as they are and compared with what is known otherwise.

  classics.py --bin-dir build/release/bin                     all of them
  classics.py --bin-dir build/release/bin maze merge_sort_4   these two

Sorts take one path for each way in which their comparisons can come out; running the plain program on every order of
its numbers, equal ones included, shows all of these. The others have known results, or few enough inputs to run all.
The programs are those of bench/explore/programs and, written for other tools, those in the folder classics."""

import argparse
import concurrent.futures
import itertools
import math
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile

from comparison import EXIT_DONE, EXIT_FINDINGS, Tools, Trouble, load_json, run

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
PROGRAMS = os.path.join(ROOT, "bench", "explore", "programs")
HELPERS = os.path.join(HERE, "classics")
ONE_PATH_PER_ORDER = ("insertion_sort", "bubble_sort", "merge_sort")


class Wrong(Exception):
    """What was found is not what is true."""


def expect(condition, text):
    if not condition:
        raise Wrong(text)


class Exploration:
    """A finished exploration: its tests and figures."""

    def __init__(self, place, name, source, *options):
        self.folder = os.path.join(place.folder, name)
        command = [place.tools.braid, "run", source, "-o", self.folder, "-j1", "--quiet", *options]
        _, self.exit_code = run(command, accept=(EXIT_DONE, EXIT_FINDINGS))
        self.figures = load_json(os.path.join(self.folder, "stats.json"))
        tests = os.path.join(self.folder, "tests")
        self.tests = [load_json(os.path.join(tests, file)) for file in sorted(os.listdir(tests))
                      if file.endswith(".json")]
        expect(self.figures["complete"], f"it is not said that all paths were explored: {self.figures['obstacles']}")
        paths = [test["path"] for test in self.tests if test["is_path"]]
        expect(self.figures["paths"] == len(paths) == len(set(paths)),
               f"{self.figures['paths']} paths, {len(paths)} tests on {len(set(paths))} of them")

    def inputs(self, tests=None):
        """The bytes of each test's input."""
        return [b"".join(bytes.fromhex(source["hex"]) for source in test["inputs"])
                for test in (self.tests if tests is None else tests)]

    def crashing(self):
        return [test for test in self.tests if test["outcome"]["ending"] == "signalled"]

    def findings(self):
        folder = os.path.join(self.folder, "findings")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def expect_findings(self, *kinds):
        found = [name.split("-", 1)[1] for name in self.findings()]
        expect(found == list(kinds), f"findings: {found}, expected {list(kinds)}")
        expect(self.exit_code == (EXIT_FINDINGS if kinds else EXIT_DONE), f"exit code {self.exit_code}")


class Place:
    """The tools, and a folder for what is built and found."""

    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder

    def plain(self, name, source, *options):
        """The program built by the system's compiler, without Braid."""
        target = os.path.join(self.folder, name + "-plain")
        run(["gcc-12", "-O1", "-w", "-I", os.path.join(ROOT, "include"), *options, source, "-o", target])
        return target


def output_for(program, data):
    return subprocess.run([program], input=data, stdout=subprocess.PIPE, check=True).stdout.decode()


def orders(count):
    """All orders of so many numbers, equal ones included, each as numbers from 0 without gaps."""
    for numbers in itertools.product(range(count), repeat=count):
        if set(numbers) == set(range(max(numbers) + 1)):
            yield numbers


def check_sort(place, sort, count):
    source = os.path.join(PROGRAMS, sort + ".c")
    name = f"{sort}_{count}"
    listener = place.plain(name, os.path.join(HELPERS, "comparisons.c"), f"-DN={count}", f'-DSORT="{source}"')
    exists = set(output_for(listener, b"".join(struct.pack(f"{count}i", *each) for each in orders(count))).split())
    exploration = Exploration(place, name, source, "--no-stdin", "--compiler-options", f"-DN={count}")
    found = output_for(listener, b"".join(exploration.inputs())).split()
    expect(set(found) == exists, f"missing: {sorted(exists - set(found))}, extra: {sorted(set(found) - exists)}")
    expect(len(found) == len(exists), f"{len(found)} tests for {len(exists)} paths")
    if sort in ONE_PATH_PER_ORDER:
        expect(len(found) == math.factorial(count), f"{len(found)} paths, expected {math.factorial(count)}")
    exploration.expect_findings()


def check_outcomes(place, program, count):
    """Every test ends as the plain program does with the same input, and among the tests is every way to end that
    texts of two bytes and less have."""
    source = os.path.join(PROGRAMS, program + ".c")
    name = f"{program}_{count}"
    plain = place.plain(name, os.path.join(HELPERS, "outcomes.c"), f"-DN={count}", f'-DPROGRAM="{source}"')
    exploration = Exploration(place, name, source, "--no-stdin", "--compiler-options", f"-DN={count}")
    ends = "".join(str(test["outcome"]["status"]) for test in exploration.tests)
    true_ends = output_for(plain, b"".join(exploration.inputs()))
    expect(ends == true_ends, f"the tests end with {ends}, without Braid with {true_ends}")
    exists = set(output_for(plain, b"".join(bytes(pair).ljust(count, b"\0")
                                            for pair in itertools.product(range(256), repeat=2))))
    expect(set(ends) == exists, f"ways to end: {sorted(set(ends))}, expected {sorted(exists)}")
    exploration.expect_findings()


def check_all_paths(place, program, count):
    """The paths are those that running every input of so many bytes gives."""
    name = f"{program}_{count}_all"
    built, known = os.path.join(place.folder, name + "-program"), os.path.join(place.folder, name + ".json")
    run([place.tools.c, "-O1", "-g", f"-DN={count}", os.path.join(PROGRAMS, program + ".c"), "-o", built])
    # No program of these treats a byte from 128 on otherwise than each of some smaller ones.
    text, _ = run([place.tools.enumerate, built, "--mark", "--values", ",".join(["128"] * count)])
    with open(known, "w", encoding="utf-8") as file:
        file.write(text)
    exploration = Exploration(place, name, built, "--no-stdin")
    text, _ = run([place.tools.enumerate, built, "--known", known, "--tests", os.path.join(exploration.folder, "tests")])
    with open(known, "w", encoding="utf-8") as file:
        file.write(text)
    judged = load_json(known)
    for kind in ("missing", "extra", "duplicate", "wrong_outcome"):
        expect(not judged[kind], f"{kind} paths: {judged[kind]}")


def check_maze(place, name, *options):
    source = os.path.join(PROGRAMS, "maze.c")
    plain = place.plain(name, source, "-DFROM_STDIN")
    exploration = Exploration(place, name, source, *options)
    solutions = {data.rstrip(b"\0").decode() for data in exploration.inputs(exploration.crashing())}
    expect(solutions == {"ssssddddwwaawwddddssssddwwww", "ssssddddwwaawwddddsddw", "sddwddddssssddwwww", "sddwddddsddw"},
           f"solutions: {sorted(solutions)}")
    expect(len(exploration.crashing()) == 4, f"{len(exploration.crashing())} tests reach the goal")
    for solution in solutions:
        ended = subprocess.run([plain], input=solution.encode(), check=False).returncode
        expect(ended == -6, f"{solution} does not reach the goal without Braid, status {ended}")
    exploration.expect_findings("abort")


def check_maximum(place):
    exploration = Exploration(place, "max_of_four", os.path.join(PROGRAMS, "max_of_four.c"), "--no-stdin")
    expect(len(exploration.tests) == 8, f"{len(exploration.tests)} paths, expected 8: three comparisons")
    winners = set()
    for data in exploration.inputs():
        numbers = struct.unpack("4i", data)
        winners.add(max(place for place in range(4) if numbers[place] == max(numbers)))  # of equal ones the last
    expect(winners == {0, 1, 2, 3}, f"largest are only numbers {winners}")
    exploration.expect_findings()


def parts_of_name(text):
    """What dirname.c finds out about a text: its length, that of the slashes at the end, of the name before them and of
    the slashes before that. Whether the first byte is one more of the latter it does not look."""
    rest = text.rstrip("/")
    name = rest.rpartition("/")[2]
    before = rest[:len(rest) - len(name)]
    slashes = len(before) - len(before[:1] + before[1:].rstrip("/"))
    return len(text), len(text) - len(rest), len(name), slashes


def check_dirname(place):
    exploration = Exploration(place, "dirname", os.path.join(PROGRAMS, "dirname.c"), "--no-stdin")
    texts = ["".join(each) for count in range(9) for each in itertools.product("a/", repeat=count)]
    exists = {parts_of_name(text) for text in texts}
    found = [parts_of_name(data.split(b"\0")[0].decode("latin-1")) for data in exploration.inputs()]
    expect(set(found) == exists, f"missing: {sorted(exists - set(found))}, extra: {sorted(set(found) - exists)}")
    expect(len(found) == len(exists), f"{len(found)} tests for {len(exists)} paths")
    exploration.expect_findings()


def check_klee(place):
    exploration = Exploration(place, "klee_sign", os.path.join(HELPERS, "klee_sign.c"), "--no-stdin")
    statuses = sorted(test["outcome"]["status"] for test in exploration.tests)
    expect(statuses == [0, 1, 2], f"klee_sign: exit statuses {statuses}, expected one of each")
    exploration.expect_findings()
    exploration = Exploration(place, "klee_factors", os.path.join(HELPERS, "klee_factors.c"), "--no-stdin")
    exploration.expect_findings("assertion")
    found = exploration.inputs(exploration.crashing())
    expect(found == [struct.pack("2I", 17, 23)], f"klee_factors: {found}, expected 17 and 23")


def check_fuzzer(place):
    exploration = Exploration(place, "fuzz_magic", os.path.join(HELPERS, "fuzz_magic.c"), "--max-input", "8")
    exploration.expect_findings("abort")
    found = exploration.inputs(exploration.crashing())
    expect(found and all(data.startswith(b"FUZZ") for data in found), f"it crashes on {found}")


def check_svcomp(place):
    exploration = Exploration(place, "svcomp_error", os.path.join(HELPERS, "svcomp_error.c"), "--no-stdin")
    exploration.expect_findings("error-call")
    found = exploration.inputs(exploration.crashing())
    expect(found == [struct.pack("2i", 7, 13)], f"svcomp_error: {found}, expected 7 and 13")
    exploration = Exploration(place, "svcomp_safe", os.path.join(HELPERS, "svcomp_safe.c"), "--no-stdin")
    exploration.expect_findings()
    expect(len(exploration.tests) == 22, f"svcomp_safe: {len(exploration.tests)} paths, expected 22")


def all_checks():
    checks = {}
    for sort in ("insertion_sort", "bubble_sort", "merge_sort", "quick_sort", "selection_sort", "heap_sort"):
        for count in (4, 5):
            checks[f"{sort}_{count}"] = (check_sort, sort, count)
    checks["regular_expression"] = (check_outcomes, "regular_expression", 3)
    checks["json"] = (check_outcomes, "json", 2)
    checks["calculator"] = (check_outcomes, "calculator", 2)
    for program in ("regular_expression", "json", "calculator"):
        checks[f"{program}_all_paths"] = (check_all_paths, program, 2)
    checks["maze"] = (check_maze, "maze", "--no-stdin")
    checks["maze_stdin"] = (check_maze, "maze_stdin", "--stdin", "28", "--compiler-options", "-DFROM_STDIN")
    checks["max_of_four"] = (check_maximum,)
    checks["dirname"] = (check_dirname,)
    checks["klee"] = (check_klee,)
    checks["fuzzer"] = (check_fuzzer,)
    checks["svcomp"] = (check_svcomp,)
    return checks


def problem_of(check, place):
    try:
        check[0](place, *check[1:])
        return None
    except (Trouble, Wrong, subprocess.CalledProcessError) as problem:
        return str(problem)


def main():
    checks = all_checks()
    parser = argparse.ArgumentParser(description="The classics, explored")
    parser.add_argument("names", nargs="*", help="of checks (default: all): " + ", ".join(checks))
    parser.add_argument("--bin-dir", required=True, help="where braid, braid-cc and braid-enumerate are")
    parser.add_argument("--keep", metavar="DIR", help="leave the explorations in this folder")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in checks]
    if unknown:
        parser.error("no such check: " + ", ".join(unknown))
    chosen = {name: checks[name] for name in options.names or checks}
    folder = os.path.abspath(options.keep) if options.keep else tempfile.mkdtemp(prefix="braid-classics-")
    os.makedirs(folder, exist_ok=True)
    place = Place(Tools(options.bin_dir), folder)
    failed = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = {name: pool.submit(problem_of, check, place) for name, check in chosen.items()}
            for name, result in results.items():
                problem = result.result()
                if problem:
                    failed += 1
                    print(f"{name}: {problem}\nto repeat: "
                          + shlex.join([sys.argv[0], "--bin-dir", options.bin_dir, "--keep", "DIR", name]), flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(chosen) - failed} classics passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
