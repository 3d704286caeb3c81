#!/usr/bin/env python3
"""Braid on the corpus: explores the bad and the good version of chosen pairs, and compares what it found with what is
there. Every finding that was expected is then shown again by its own script, without Braid.

    run.py --sample 50 --seed 7
    run.py --all
    run.py --sample 60 --quick
    run.py --kind stack-strcpy --flow 54 --keep DIR -- --solver z3

With --quick the good version is explored for a moment only, and the bad one until its first finding, or for as long as
without --quick where that is not the one expected. What follows -- goes to braid run. Prints a table of what failed and, in the end, "N passed, N failed"; the status is 0
if nothing failed. BRAID_PREFIX says where Braid is; by default it is the release build of this copy."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import choose
from generate import generate
from judge import BadFolder, findings_in, is_expected, problem_of, problem_of_reproduction

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = os.environ.get("BRAID_PREFIX", os.path.join(HERE, "..", "..", "build", "release"))
QUICK = 2  # seconds
TROUBLE = (2, 5)  # exit codes of braid run that say that it did not explore


def explore(manifest, braid, seconds, options):
    """Explores a program that was generated; returns what went wrong, if anything did."""
    results = os.path.join(manifest["folder"], "results")
    command = [braid, "run", *manifest["sources"], "-o", results, "--jobs", "1", "--time-limit", str(seconds),
               "--quiet", *options]
    try:
        outcome = subprocess.run(command, cwd=manifest["folder"], stdin=subprocess.DEVNULL, capture_output=True,
                                 timeout=seconds * 5 + 120, check=False)
    except subprocess.TimeoutExpired:
        return f"did not keep to its limit of {seconds} s"
    if outcome.returncode in TROUBLE or outcome.returncode < 0:
        said = (outcome.stderr or outcome.stdout).decode(errors="replace").strip()
        return f"exit status {outcome.returncode}: {said[-400:]}"
    return ""


def judge(manifest, reproduce=True):
    """What is wrong with the results of a program that was explored; empty if nothing is."""
    try:
        findings = findings_in(os.path.join(manifest["folder"], "results"))
    except BadFolder as error:
        return str(error)
    problem = problem_of(manifest, findings)
    if problem or not reproduce or manifest["version"] == "good":
        return problem
    return next(filter(None, (problem_of_reproduction(each) for each in findings
                              if is_expected(each, manifest) and each.get("confirmed"))), "")


def table(failures):
    """Lines for people: kind, flow, version, what is wrong."""
    width = max(len(manifest["kind"]) for manifest, _ in failures)
    for manifest, problem in failures:
        yield f"{manifest['kind']:{width}}  {manifest['flow']}  {manifest['version']:4}  {problem}"


def problem_with(manifest, options):
    """Explores a program and judges it."""
    def attempt(seconds, *more):
        return (explore(manifest, options.braid, seconds, [*options.options, *more])
                or judge(manifest, options.reproduce))

    if not options.quick:
        return attempt(options.time_limit)
    if manifest["version"] == "good":
        return attempt(QUICK)
    if not attempt(options.time_limit, "--max-findings", "1"):
        return ""
    shutil.rmtree(os.path.join(manifest["folder"], "results"), ignore_errors=True)
    return attempt(options.time_limit)


def run(todo, options):
    """The failures, as pairs of manifest and problem, and how many programs passed."""
    failures, passed = [], 0
    for number, (kind, flow) in enumerate(todo, 1):
        with tempfile.TemporaryDirectory() as folder:
            failed = False
            for manifest in generate(kind, flow, folder):
                problem = problem_with(manifest, options)
                if problem:
                    failures.append((manifest, problem))
                    failed = True
                passed += not problem
            if failed and options.keep:
                shutil.copytree(folder, os.path.join(options.keep, f"{kind}-{flow}"), dirs_exist_ok=True)
        if sys.stderr.isatty() or number % 20 == 0:
            print(f"{number} of {len(todo)} pairs, {len(failures)} failures", file=sys.stderr)
    return failures, passed


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Compares what Braid finds in the corpus with what is there.")
    choose.add_options(parser)
    parser.add_argument("--braid", default=os.path.join(PREFIX, "bin", "braid"), help="the command")
    parser.add_argument("--time-limit", type=int, default=60, metavar="SECONDS", help="for each program; default 60")
    parser.add_argument("--no-reproduce", dest="reproduce", action="store_false",
                        help="do not run the scripts of the findings")
    parser.add_argument("--quick", action="store_true", help="less time for each program; see above")
    parser.add_argument("--keep", metavar="DIR", help="leave the programs that failed, with results, in this folder")
    parser.add_argument("options", nargs="*", metavar="-- OPTIONS", help="for braid run")
    options = parser.parse_args(arguments)
    options.braid = os.path.abspath(options.braid)
    if not os.access(options.braid, os.X_OK):
        parser.error(f"{options.braid} is not there; build it, or say where it is with BRAID_PREFIX or --braid")
    failures, passed = run(choose.chosen(options), options)
    if failures:
        print("\n".join(table(failures)))
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
