#!/usr/bin/env python3
"""Truth by enumeration: small programs explored by `braid run`, and run with every input there is. The two must
find the same paths, with every strategy, by one worker and by two.

  run.py --bin-dir build/release/bin                  all programs; larger ones with some of the strategies
  run.py --bin-dir build/release/bin maze tokens      these two, with all strategies
  run.py --bin-dir build/release/bin --all            all programs with all strategies, each input run twice

What a program is about, and what its input is, stands in its first comments (see comparison.py)."""

import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile
import zlib

from comparison import STRATEGIES, Input, Subject, Tools, Trouble, Way

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
FEW_PATHS = 40  # a program with one byte of input and no more paths is explored with every strategy
MOST_LINES = 12  # printed for each exploration: one mistake often shows in many ways


def programs_named(names):
    """All programs, or those with these names, or these files."""
    found = {os.path.splitext(file)[0]: os.path.join(PROGRAMS, file) for file in sorted(os.listdir(PROGRAMS))
             if file.endswith((".c", ".cpp"))}
    found.update({name: os.path.abspath(name) for name in names if os.path.isfile(name)})
    missing = [name for name in names if name not in found]
    if missing:
        sys.exit("run.py: no such program in " + PROGRAMS + ": " + ", ".join(missing))
    return {name: found[name] for name in names} if names else found


def ways(name, subject, options):
    """How to explore this program. The choice for larger ones depends on their names, so that all strategies meet
    some of them, and is the same each time."""
    strategies = options.strategies.split(",")
    workers = [int(jobs) for jobs in options.jobs.split(",")]
    everything = [Way(strategy, jobs, options.seed) for strategy in strategies for jobs in workers]
    if options.all or options.programs:
        return everything
    first = zlib.crc32(name.encode())
    if subject.input.standard_input == 1 and subject.paths() <= FEW_PATHS:
        # every strategy, and every number of workers with half of them: the other half at the next program
        return [way for number, way in enumerate(everything)
                if (number // len(workers) + number + first) % len(workers) == 0]
    return [Way(strategies[(first + jobs) % len(strategies)], jobs, options.seed) for jobs in workers]


def check(name, source, tools, folder, options):
    """What is wrong with one program: a list of lines; and how many paths it has and explorations were made."""
    try:
        with open(source, encoding="utf-8") as file:
            models = Input(file.read()).models
    except Trouble as trouble:
        return [str(trouble)], 0, 0
    problems, paths, explorations = [], 0, 0
    for model in models:
        found = check_model(name, source, tools, os.path.join(folder, os.path.basename(name), model), model, options)
        problems += [line if len(models) == 1 else f"{model}: {line}" for line in found[0]]
        paths += found[1]
        explorations += found[2]
    return problems, paths, explorations


def check_model(name, source, tools, folder, model, options):
    try:
        subject = Subject(tools, source, folder, model)
        subject.enumerate(*(["--repeat"] if options.all else []))
        problems = subject.faults()
        if subject.paths() < 2:
            problems.append("has no decision on its input")
        chosen = ways(name, subject, options)
        for way in chosen:
            lines = subject.explore(way)
            problems += [f"{way}: {line}" for line in lines[:MOST_LINES]]
            if len(lines) > MOST_LINES:
                problems.append(f"{way}: and {len(lines) - MOST_LINES} more")
            if lines:
                problems.append(f"to repeat: {sys.argv[0]} --bin-dir {options.bin_dir} --strategies {way.strategy} "
                                f"--jobs {way.jobs} --seed {way.seed} --keep DIR {name}")
        return problems, subject.paths(), len(chosen)
    except Trouble as trouble:
        return [str(trouble)], 0, 0


def main():
    parser = argparse.ArgumentParser(description="Exploration compared with enumeration")
    parser.add_argument("programs", nargs="*", help="names of programs (default: all)")
    parser.add_argument("--bin-dir", required=True, help="where braid, braid-cc and braid-enumerate are")
    parser.add_argument("--all", action="store_true", help="every strategy for every program, each input twice")
    parser.add_argument("--strategies", default=",".join(STRATEGIES), help="those to use, with commas")
    parser.add_argument("--jobs", default="1,2", help="workers of an exploration, with commas (default: 1,2)")
    parser.add_argument("--seed", type=int, default=1, help="of the explorations (default: 1)")
    parser.add_argument("--parallel", type=int, default=2, help="programs at the same time (default: 2)")
    parser.add_argument("--keep", metavar="DIR", help="leave programs and failed explorations there")
    options = parser.parse_args()

    tools = Tools(options.bin_dir)
    programs = programs_named(options.programs)
    folder = os.path.abspath(options.keep) if options.keep else tempfile.mkdtemp(prefix="braid-explore-")
    failed = explorations = paths = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
            results = {name: pool.submit(check, name, source, tools, folder, options)
                       for name, source in programs.items()}
            for name, result in results.items():
                problems, found, explored = result.result()
                failed += bool(problems)
                paths += found
                explorations += explored
                for line in problems:
                    print(f"{name}: {line}", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(programs) - failed} programs passed, {failed} failed; {paths} paths, {explorations} explorations")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
