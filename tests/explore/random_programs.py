#!/usr/bin/env python3
"""Random programs over two bytes of input, explored and compared with the truth that running every input gives.

  random_programs.py --bin-dir build/release/bin --count 300       other programs every day
  random_programs.py --bin-dir build/release/bin --one 12345       the program with this seed

Programs with a single path, with very many or with very long ones are left out. What fails is made smaller and kept."""

import argparse
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import time

from comparison import STRATEGIES, Subject, Tools, Trouble, Way
from random_source import Generator
from shrink import Shrinker

FEWEST_PATHS, MOST_PATHS = 2, 300
MOST_DECISIONS = 1000  # on a path: thousands of queries with thousands of constraints prove nothing more
MOST_LINES = 6  # printed for each program


class Useless(Exception):
    """The program has too few paths or too many; the text says which."""


class Tester:
    """Programs by their seeds."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.tools = Tools(options.bin_dir)
        self.strategies = options.strategies.split(",")

    def way(self, seed):
        return Way(self.strategies[seed % len(self.strategies)], 1 + seed // len(self.strategies) % 2, seed % 1000)

    def problems(self, source, seed, folder):
        """What is wrong with a program, a list of lines, and how many paths it has."""
        file = os.path.join(folder, "program.c")
        os.makedirs(folder, exist_ok=True)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(source.text())
        subject = Subject(self.tools, file, folder)
        if not subject.enumerate("--most-paths", str(MOST_PATHS)):
            raise Useless(f"more than {MOST_PATHS} paths")
        if subject.paths() < FEWEST_PATHS:
            raise Useless(f"fewer than {FEWEST_PATHS} paths")
        if subject.truth["longest"] > MOST_DECISIONS:
            raise Useless(f"more than {MOST_DECISIONS} decisions on a path")
        problems = subject.faults()
        if not self.options.no_exploration:
            problems += subject.explore(self.way(seed))
        return problems, subject.paths()

    def check(self, seed):
        folder = os.path.join(self.folder, str(seed))
        source = Generator(seed).source()
        try:
            problems, paths = self.problems(source, seed, folder)
            if problems:
                self.keep(source, seed, folder)
            return problems, paths
        except Trouble as trouble:
            self.keep(source, seed, folder)
            return [str(trouble)], 0
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def keep(self, source, seed, folder):
        """The program as it was, and made smaller."""
        def still_fails(candidate):
            try:
                return bool(self.problems(candidate, seed, folder)[0])
            except (Useless, Trouble):
                return False

        os.makedirs(self.options.keep, exist_ok=True)
        with open(os.path.join(self.options.keep, f"{seed}.c"), "w", encoding="utf-8") as file:
            file.write(source.text())
        small = Shrinker(still_fails).shrink(source)
        with open(os.path.join(self.options.keep, f"{seed}-small.c"), "w", encoding="utf-8") as file:
            file.write(small.text())


def seeds_of(options):
    """Without an end: further ones come in place of those that turn out useless."""
    if options.one is not None:
        yield options.one
        return
    chooser = random.Random(options.seed)
    while True:
        yield chooser.randrange(1 << 31)


def main():
    parser = argparse.ArgumentParser(description="Random programs, explored and enumerated")
    parser.add_argument("--bin-dir", required=True, help="where braid, braid-cc and braid-enumerate are")
    parser.add_argument("--count", type=int, default=300, help="programs (default: 300)")
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400, help="decides everything")
    parser.add_argument("--one", type=int, metavar="SEED", help="only the program with this seed of its own")
    parser.add_argument("--strategies", default=",".join(STRATEGIES), help="those to use, with commas")
    parser.add_argument("--parallel", type=int, default=2, help="programs at the same time (default: 2)")
    parser.add_argument("--keep", default="random-program-failures", help="where failing programs go")
    parser.add_argument("--no-exploration", action="store_true", help="only enumerate, to try the generator")
    options = parser.parse_args()
    options.keep = os.path.abspath(options.keep)
    if options.one is not None:
        options.count = 1
    print(f"seed {options.seed}", flush=True)

    folder = tempfile.mkdtemp(prefix="braid-random-programs-")
    tester = Tester(options, folder)
    passed, failed, counts, useless = 0, 0, [], []
    seeds = seeds_of(options)
    try:
        with concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
            waiting = {}

            def start():
                seed = next(seeds, None)
                if seed is not None:
                    waiting[pool.submit(tester.check, seed)] = seed

            for _ in range(min(options.parallel, options.count)):
                start()
            while waiting:
                done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    seed = waiting.pop(future)
                    try:
                        problems, paths = future.result()
                        counts.append(paths)
                        passed += not problems
                        failed += bool(problems)
                        for line in problems[:MOST_LINES]:
                            print(f"program {seed}, {tester.way(seed)}: {line}", flush=True)
                        if problems:
                            print(f"  kept as {options.keep}/{seed}.c and {seed}-small.c; to repeat: {sys.argv[0]} "
                                  f"--bin-dir {options.bin_dir} --one {seed}", flush=True)
                    except Useless as reason:
                        useless.append(str(reason))
                    if passed + failed + len(waiting) < options.count and len(useless) < 4 * options.count + 20:
                        start()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for reason in sorted(set(useless)):
        print(f"left out, {reason}: {useless.count(reason)}")
    counts.sort()
    print(f"{passed} programs passed, {failed} failed; {sum(counts)} paths, "
          f"{counts[len(counts) // 2] if counts else 0} in the middle")
    return 1 if failed or passed + failed < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
