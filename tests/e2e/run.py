#!/usr/bin/env python3
"""End-to-end tests: small programs that say in their comments what Braid has to record of them.

  run.py                    all programs, at -O0 and -O2
  run.py loads casts        programs/loads.c and programs/casts.c only
  run.py --all-levels       also -O1 and -O3
  run.py --keep DIR loads   leave the built programs in DIR

Each program is built plain and with braid-cc, and braid-verify (tests/support) runs it in every way there is: the
output is the same everywhere, the traces are true to the runs and the same in forked and restarted processes, and
the decisions fall as the trace predicts when a byte of input is changed. That needs no words in the program.
What a program has to say beyond that, in comments behind //, is described in expectations.py.

BRAID_PREFIX names the built tree (bin, lib)."""

import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile
import traceback

from builds import Build, BuildFailed, PREFIX
from expectations import Program

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
MOST_LINES = 12  # printed for each program: one mistake often shows in many ways


def programs_named(names):
    """All programs, or those with these names (with or without folder and ending), or these files."""
    found = [os.path.join(PROGRAMS, file) for file in sorted(os.listdir(PROGRAMS)) if file.endswith((".c", ".cpp"))]
    if not names:
        return found
    files = [os.path.abspath(name) for name in names if os.path.isfile(name)]
    wanted = {os.path.splitext(os.path.basename(name))[0] for name in names if not os.path.isfile(name)}
    chosen = [path for path in found if os.path.splitext(os.path.basename(path))[0] in wanted]
    missing = wanted - {os.path.splitext(os.path.basename(path))[0] for path in chosen}
    if missing:
        sys.exit("run.py: no such program in " + PROGRAMS + ": " + ", ".join(sorted(missing)))
    return chosen + files


def check(path, levels, folder):
    """What is wrong with one program: a list of lines, empty if nothing is."""
    problems = []
    try:
        program = Program(path)
        if program.lacks():
            print(f"{os.path.basename(path)}: not run, because this processor lacks {', '.join(program.lacks())}")
            return problems
        places = {}
        first = None
        for level in program.levels(levels):
            build = Build(program, level, os.path.join(folder, level.lstrip("-") or "default"), first)
            build.make()
            first = first or build
            problems += [f"{level}: {line}" for line in program.judge(build.verify(), level, places)]
    except BuildFailed as failure:
        problems.append(str(failure))
    except Exception:  # a mistake in a test must not hide the others
        problems.append(traceback.format_exc())
    return problems


def main():
    parser = argparse.ArgumentParser(description="End-to-end tests of what Braid records")
    parser.add_argument("programs", nargs="*", help="names of programs (default: all)")
    parser.add_argument("--all-levels", action="store_true", help="-O0 to -O3 instead of -O0 and -O2")
    parser.add_argument("--levels", help="these, such as O1,O3")
    parser.add_argument("--keep", metavar="DIR", help="leave everything that is built there")
    parser.add_argument("--jobs", type=int, default=2, help="programs at the same time (default: 2)")
    options = parser.parse_args()
    levels = ["-O0", "-O2"]
    if options.all_levels:
        levels = ["-O0", "-O1", "-O2", "-O3"]
    if options.levels:
        levels = ["-" + level.lstrip("-") for level in options.levels.split(",")]

    if not PREFIX:
        sys.exit("run.py: BRAID_PREFIX is not set; it names the folder with bin/braid-cc, such as build/release")
    paths = programs_named(options.programs)
    folder = os.path.abspath(options.keep) if options.keep else tempfile.mkdtemp(prefix="braid-e2e-")
    failed = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
            results = [pool.submit(check, path, levels, os.path.join(folder, name))
                       for path, name in zip(paths, names)]
            for path, result in zip(paths, results):
                problems = result.result()
                failed += bool(problems)
                for line in problems[:MOST_LINES]:
                    print(f"{os.path.basename(path)}: {line}", flush=True)
                if len(problems) > MOST_LINES:
                    print(f"{os.path.basename(path)}: and {len(problems) - MOST_LINES} more", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
