#!/usr/bin/env python3
"""Random programs, explored with and without merging: what is covered and what is found must be the same.

  random_merging.py --bin-dir build/release/bin --count 500      other programs every day
  random_merging.py --bin-dir build/release/bin --one 12345      the program with this seed

That paths are explored as they are is compared with enumeration in tests/explore. What fails is made smaller and kept."""

import argparse
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from merging_source import MergingGenerator

from shrink import Shrinker

LEVELS = ("error+branch", "branch", "context")
STRATEGIES = ("depth-first", "depth-first", "breadth-first", "random-path", "generational", "coverage")
LONGEST = 120  # seconds for one command
MOST_PATHS = 1500  # of a program: more take long and prove nothing more
EXIT_DONE, EXIT_FINDINGS = 0, 1


class Trouble(Exception):
    """The comparison could not be made; the text says why."""


class Useless(Exception):
    """The program has too many paths, or none to merge."""


def run(command, folder, accept):
    try:
        outcome = subprocess.run(command, cwd=folder, capture_output=True, timeout=LONGEST, check=False,
                                 stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Trouble(f"{' '.join(command)}: not finished after {LONGEST} seconds") from None
    if outcome.returncode not in accept:
        raise Trouble(f"{' '.join(command)}: exit code {outcome.returncode}\n"
                      + (outcome.stdout[-1000:] + outcome.stderr[-1000:]).decode(errors="replace"))
    return outcome.returncode


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Results:
    """What one exploration has shown."""

    def __init__(self, folder):
        self.figures = load(os.path.join(folder, "stats.json"))
        self.covered = set()
        for site in load(os.path.join(folder, "sites.json")):
            for way, is_covered in enumerate(site.get("covered", [])):
                if is_covered:
                    self.covered.add((site["file"], site["line"], site["column"], way))
        self.findings = set()
        found = os.path.join(folder, "findings")
        for name in os.listdir(found) if os.path.isdir(found) else []:
            finding = load(os.path.join(found, name, "finding.json"))
            self.findings.add((finding["kind"], finding["place"]["line"]))


class Tester:
    """Programs by their seeds."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.braid = os.path.join(os.path.abspath(options.bin_dir), "braid")
        self.merged = self.runs = self.paths = 0

    def explore(self, file, folder, seed, level):
        results = os.path.join(folder, level)
        way = ["--strategy", "depth-first", "--jobs", "1"]
        if level != "path":
            way = ["--strategy", STRATEGIES[seed % len(STRATEGIES)], "--jobs", str(1 + seed // 7 % 2)]
        code = run([self.braid, "run", file, "-o", results, "--coverage", level, "--checks=none", "--no-tests",
                    "--compiler-options", "-O0 -w", "--max-runs", "4000" if level != "path" else str(MOST_PATHS),
                    "--seed", str(seed % 1000), "--quiet", *way, *self.input_of(file)], folder,
                   (EXIT_DONE, EXIT_FINDINGS, 4))
        return code, Results(results)

    def input_of(self, file):
        with open(file, encoding="utf-8") as stream:
            return ["--stdin", "2"] if "// input: stdin" in stream.read() else []

    def problems(self, source, seed, folder):
        """What is wrong, a list of lines."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        file = os.path.join(folder, "program.c")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(source.text())
        _, truth = self.explore(file, folder, seed, "path")
        if not truth.figures["complete"] or truth.figures["paths"] < 3:
            raise Useless("too many paths or too few, or not all can be explored")
        lines = []
        for level in self.options.levels.split(","):
            _, results = self.explore(file, folder, seed, level)
            self.merged += results.figures["merged_paths"]
            self.runs += results.figures["runs"]
            self.paths += truth.figures["paths"]
            if not results.figures["complete"]:
                lines.append(f"{level}: not complete: {results.figures['obstacles']} {results.figures['stopped_by']}")
            for what, there, here in (("covered", truth.covered, results.covered),
                                      ("found", truth.findings, results.findings)):
                lines += [f"{level}: not {what}: {each}" for each in sorted(there - here, key=str)]
                lines += [f"{level}: only here {what}: {each}" for each in sorted(here - there, key=str)]
        return lines

    def check(self, seed):
        folder = os.path.join(self.folder, str(seed))
        source = MergingGenerator(seed).source()
        try:
            lines = self.problems(source, seed, folder)
        except (Trouble, OSError) as trouble:
            lines = str(trouble).splitlines()
        if lines:
            self.keep(source, seed, folder)
        shutil.rmtree(folder, ignore_errors=True)
        return lines

    def keep(self, source, seed, folder):
        """The program as it was, and made smaller."""
        def still_fails(candidate):
            try:
                return bool(self.problems(candidate, seed, folder))
            except (Useless, Trouble):
                return False

        os.makedirs(self.options.keep, exist_ok=True)
        for name, kept in ((f"{seed}.c", source), (f"{seed}-small.c", None)):
            if kept is None:
                kept = Shrinker(still_fails).shrink(source)
            with open(os.path.join(self.options.keep, name), "w", encoding="utf-8") as file:
                file.write(kept.text())


def main():
    parser = argparse.ArgumentParser(description="Random programs, with and without merging")
    parser.add_argument("--bin-dir", required=True, help="where braid is")
    parser.add_argument("--count", type=int, default=500, help="programs (default: 500)")
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400, help="decides everything")
    parser.add_argument("--one", type=int, metavar="SEED", help="only the program with this seed of its own")
    parser.add_argument("--levels", default=",".join(LEVELS), help="those to compare, with commas")
    parser.add_argument("--parallel", type=int, default=2, help="programs at the same time (default: 2)")
    parser.add_argument("--keep", default="random-merging-failures", help="where failing programs go")
    options = parser.parse_args()
    options.keep = os.path.abspath(options.keep)
    print(f"seed {options.seed}", flush=True)
    folder = tempfile.mkdtemp(prefix="braid-random-merging-")
    tester = Tester(options, folder)
    chooser = random.Random(options.seed)
    passed = failed = useless = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
            wanted = 1 if options.one is not None else options.count
            waiting = {}

            def start():
                seed = options.one if options.one is not None else chooser.randrange(1 << 31)
                waiting[pool.submit(tester.check, seed)] = seed

            for _ in range(min(options.parallel, wanted)):
                start()
            while waiting:
                done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    seed = waiting.pop(future)
                    try:
                        lines = future.result()
                        passed += not lines
                        failed += bool(lines)
                        for line in lines[:6]:
                            print(f"program {seed}: {line}", flush=True)
                    except Useless:
                        useless += 1
                    if passed + failed + len(waiting) < wanted and useless < 4 * wanted + 20:
                        start()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} programs passed, {failed} failed, {useless} left out; {tester.paths} paths without merging, "
          f"{tester.runs} runs with it, {tester.merged} of them merged")
    return 1 if failed or (options.one is None and passed + failed < options.count) else 0


if __name__ == "__main__":
    sys.exit(main())
