#!/usr/bin/env python3
"""The corpus itself, without Braid: in each pair the bad version shows its bug at the marked line, and nothing is
wrong with the good version. A pair for which this does not hold is a bug of the corpus.

    test_corpus_itself.py                   each kind once, each flow once
    test_corpus_itself.py --all             everything; takes an hour or two
    test_corpus_itself.py --kind K --flow F  these only; may be given several times
    test_corpus_itself.py --sample 100 --seed 3"""

import argparse
import os
import shutil
import sys
import tempfile
import time

import choose
from flows import FLOWS
from generate import generate, pairs
from kinds import FINDINGS, KINDS
from proof import REPORTS, Program, inputs_for, problem_of_bad, problem_of_good


def problem_of(kind, flow, folder, count):
    """What is wrong with a pair; empty if nothing is."""
    bad, good = (Program(each) for each in generate(kind, flow, folder))
    failed = bad.build() or good.build()
    if failed:
        return "does not compile\n" + failed
    return problem_of_bad(bad) or problem_of_good(good, inputs_for(good.manifest, count))


def problems_of_tables():
    for kind in KINDS.values():
        if kind.finding not in FINDINGS or not FINDINGS.issuperset(kind.consequences):
            yield f"{kind.name}: there is no such finding"
    missing = FINDINGS - {kind.finding for kind in KINDS.values()}
    if missing or FINDINGS != set(REPORTS):
        yield f"without a kind, or a report: {sorted(missing | FINDINGS ^ set(REPORTS))}"
    if sum(flow.language == "c" for flow in FLOWS.values()) < 39 or len(pairs()) < 600:
        yield "there are too few flows or pairs"


def main():
    parser = argparse.ArgumentParser(description="Proves the corpus without Braid.")
    choose.add_options(parser)
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="not the first N: they were done before")
    parser.add_argument("--inputs", type=int, default=3, metavar="N", help="boundary inputs for each good version")
    parser.add_argument("--keep", metavar="DIR", help="leave the programs that failed in this folder")
    options = parser.parse_args()
    failures = list(problems_of_tables())
    for each in failures:
        print(each)
    begin = time.monotonic()
    todo = choose.chosen(options)[options.skip:]
    for number, (kind, flow) in enumerate(todo, 1):
        with tempfile.TemporaryDirectory() as folder:
            problem = problem_of(kind, flow, folder, options.inputs)
            if problem and options.keep:
                shutil.copytree(folder, os.path.join(options.keep, f"{kind}-{flow}"), dirs_exist_ok=True)
        if problem:
            failures.append((kind, flow))
            print(f"FAILED {kind} {flow}: {problem}", flush=True)
        if number % 100 == 0:
            print(f"{number} of {len(todo)} pairs, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{len(todo)} pairs, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
