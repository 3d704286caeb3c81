"""One exploration and what it costs.

The processor time is that of braid and of all its descendants, as the kernel counts it. Descendants that outlive
their parent would escape that count, so this process adopts and awaits them."""

import ctypes
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
ENOUGH_SECONDS = 1.0  # of processor time; shorter explorations are repeated
MOST_ROUNDS = 15
EXIT_DONE, EXIT_FINDINGS, EXIT_LIMIT = 0, 1, 4
PR_SET_CHILD_SUBREAPER = 36


class Trouble(Exception):
    """Something could not be measured; the text says why."""


def adopt_orphans():
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise Trouble("prctl: " + os.strerror(ctypes.get_errno()))


def await_orphans():
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def processor_seconds():
    """Of all processes that were awaited up to now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Workshop:
    """A folder with the built programs, and the tools that build and explore them."""

    def __init__(self, tools, folder):
        self.tools, self.folder = os.path.abspath(tools), folder
        self.explorations = 0
        adopt_orphans()

    def build(self, name, source, options=()):
        target = os.path.join(self.folder, name)
        if not os.path.exists(target):
            command = [os.path.join(self.tools, "braid-cc"), "-O1", "-g", "-Wall", *options,
                       os.path.join(PROGRAMS, source), "-o", target]
            outcome = subprocess.run(command, text=True, capture_output=True, check=False)
            if outcome.returncode != 0:
                raise Trouble(shlex.join(command) + "\n" + outcome.stderr)
        return target

    def explore(self, program, options):
        """The figures of one exploration, from nothing."""
        self.explorations += 1
        results = os.path.join(self.folder, f"results-{self.explorations}")
        command = [os.path.join(self.tools, "braid"), "run", program, "-o", results, "-j1", "--no-tests", "--quiet",
                   "--time-limit", "0", *options]
        before = processor_seconds()
        outcome = subprocess.run(command, stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False)
        await_orphans()
        used = processor_seconds() - before
        if outcome.returncode not in (EXIT_DONE, EXIT_FINDINGS, EXIT_LIMIT):
            raise Trouble(f"{shlex.join(command)}: exit code {outcome.returncode}\n{outcome.stderr}")
        with open(os.path.join(results, "stats.json"), encoding="utf-8") as file:
            figures = json.load(file)
        figures["processor_seconds"] = used
        self.remove_bulk(results)
        return figures

    @staticmethod
    def remove_bulk(results):
        """Frees the memory of large files. Nothing is removed: some file systems take a millisecond to create a file where
        others were removed a moment before, and that would be counted as the cost of the next exploration."""
        for file in os.scandir(results):
            if file.is_file() and file.stat().st_size > 2**20:
                os.truncate(file.path, 0)

    def measure(self, program, options=()):
        """The figures of the exploration that has the median of the processor times."""
        rounds = [self.explore(program, options)]
        while len(rounds) < MOST_ROUNDS and sum(each["processor_seconds"] for each in rounds) < ENOUGH_SECONDS:
            rounds.append(self.explore(program, options))
        different = {(each["paths"], each["complete"]) for each in rounds}
        if len(different) > 1:
            print(f"{program}: not the same in each round: {different}", file=sys.stderr)
        rounds.sort(key=lambda each: each["processor_seconds"])
        figures = rounds[len(rounds) // 2]
        figures["rounds"] = len(rounds)
        return figures

    def start_seconds(self, program, options=()):
        """What an exploration costs that ends after the first run."""
        return statistics.median(self.explore(program, [*options, "--max-runs", "1"])["processor_seconds"]
                                 for _ in range(7))
