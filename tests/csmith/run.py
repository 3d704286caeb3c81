#!/usr/bin/env python3
"""Random C programs: instrumentation changes nothing in them, and what it records is true.

  run.py                       200 programs, another set each day of the year
  run.py --seed 7 --count 50   these fifty, always the same
  run.py --one 123456          one program, by the seed that a failure printed
  run.py --reduce              make failing programs smaller before keeping them

Each program (generate.py) is run plain and instrumented, with its variables depending on input, and braid-verify
(tests/support) compares: the output is the same, each trace is true to its run, and other inputs do what the
trace predicts. Failing programs are kept in the folder given by --keep. BRAID_PREFIX names the built tree."""

import argparse
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import time

from generate import MOST_INPUT, csmith, with_input
from judge import PREFIX, Useless, Wrong, inputs, judge
from reduce import Reducer

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")


class Tester:
    """Programs by their seeds."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def level(self, seed):
        return LEVELS[seed % len(LEVELS)]

    def check(self, seed):
        """None if all is right, a Useless or a Wrong otherwise, and the figures."""
        folder = os.path.join(self.folder, str(seed))
        os.makedirs(folder)
        source = os.path.join(folder, "program.c")
        options = self.options
        try:
            with open(source, "w", encoding="utf-8") as file:
                file.write(with_input(csmith(seed, self.level(seed))))
            return None, judge(source, folder, self.level(seed), seed, MOST_INPUT, options.turns, options.random)
        except Useless as useless:
            return useless, []
        except Wrong as wrong:
            self.keep(seed, source)
            return wrong, []
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def keep(self, seed, source):
        os.makedirs(self.options.keep, exist_ok=True)
        kept = os.path.join(self.options.keep, f"{seed}.c")
        shutil.copy(source, kept)
        if self.options.reduce:
            given = inputs(seed, MOST_INPUT)
            reducer = Reducer(self.level(seed), seed, MOST_INPUT, given, self.options.turns, self.options.random)
            with open(kept, encoding="utf-8") as file:
                text = reducer.reduce(file.read())
            with open(os.path.join(self.options.keep, f"{seed}-small.c"), "w", encoding="utf-8") as file:
                file.write(text)


def seeds_of(options):
    """As many as asked for, and further ones in place of those that turn out useless."""
    if options.one is not None:
        yield options.one
        return
    chooser = random.Random(options.seed)
    while True:
        yield chooser.randrange(1 << 31)


def main():
    parser = argparse.ArgumentParser(description="Random C programs from Csmith")
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400, help="decides everything")
    parser.add_argument("--count", type=int, default=200, help="programs to judge (default: 200)")
    parser.add_argument("--one", type=int, metavar="SEED", help="only the program with this seed")
    parser.add_argument("--turns", type=int, default=8, help="decisions to turn in each run (default: 8)")
    parser.add_argument("--random", type=int, default=3, help="inputs to predict in each run (default: 3)")
    parser.add_argument("--jobs", type=int, default=2, help="programs at the same time (default: 2)")
    parser.add_argument("--keep", default="csmith-failures", help="where failing programs go")
    parser.add_argument("--reduce", action="store_true", help="make failing programs smaller (takes long)")
    options = parser.parse_args()
    options.keep = os.path.abspath(options.keep)
    if not PREFIX:
        sys.exit("run.py: BRAID_PREFIX is not set; it names the folder with bin/braid-cc, such as build/release")
    if options.one is not None:
        options.count = 1
    print(f"seed {options.seed}", flush=True)

    folder = tempfile.mkdtemp(prefix="braid-csmith-")
    tester = Tester(options, folder)
    passed, failed, useless = 0, 0, []
    figures = {"runs": 0, "events": 0, "decisions": 0, "nodes": 0, "turned": 0}
    seeds = seeds_of(options)
    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            waiting = {}

            def start():
                seed = next(seeds, None)
                if seed is not None:
                    waiting[pool.submit(tester.check, seed)] = seed

            for _ in range(min(options.jobs + 1, options.count)):
                start()
            while waiting:
                done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    seed = waiting.pop(future)
                    verdict, runs = future.result()
                    if isinstance(verdict, Wrong):
                        failed += 1
                        print(f"program {seed} ({tester.level(seed)}): {verdict}\n"
                              f"  kept as {options.keep}/{seed}.c; run it again with --one {seed}", flush=True)
                    elif isinstance(verdict, Useless):
                        useless.append(str(verdict))
                    else:
                        passed += 1
                    for run in runs:
                        figures["runs"] += 1
                        figures["events"] += sum(run["events"].values())
                        figures["decisions"] += run["events"].get("branch", 0) + run["events"].get("switch", 0)
                        figures["nodes"] += run["nodes"]
                        figures["turned"] += len(run.get("turned", []))
                    if passed + failed + len(waiting) < options.count and len(useless) <= options.count:
                        start()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for reason in sorted(set(useless)):
        print(f"left out because it {reason}: {useless.count(reason)}")
    print(", ".join(f"{value} {name}" for name, value in figures.items()))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < options.count - failed else 0


if __name__ == "__main__":
    sys.exit(main())
