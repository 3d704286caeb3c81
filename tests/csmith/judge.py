"""Building one random program and judging it: right, wrong, or of no use."""

import json
import os
import random
import subprocess

PREFIX = os.environ.get("BRAID_PREFIX", "")
CLANG = os.environ.get("BRAID_CLANG", "clang-19")
INCLUDE = os.environ.get("CSMITH_INCLUDE", "/usr/include/csmith")
SHORT = 0.5  # seconds in which the plain program has to end, or it is of no use
LONG = 20  # for one run of the instrumented program
LONGEST = 600  # for everything else; what takes longer is broken


class Useless(Exception):
    """The program cannot be judged; the text says why."""


class Wrong(Exception):
    """The program shows a mistake; the text says which."""


def inputs(seed, count):
    """No input, the original program, and another one."""
    return {"nothing": b"", "zeros": bytes(count), "random": random.Random(seed).randbytes(count)}


def compiled(source, target, compiler, level):
    outcome = subprocess.run([compiler, "-w", level, "-I", INCLUDE, source, "-o", target], capture_output=True,
                             timeout=LONGEST, check=False)
    if outcome.returncode:
        raise Wrong(f"{compiler} {level}: " + outcome.stderr.decode(errors="replace")[-2000:])
    return target


def output_of(program, given):
    try:
        outcome = subprocess.run([program], input=given, capture_output=True, timeout=SHORT, check=False)
    except subprocess.TimeoutExpired:
        raise Useless("does not end in time") from None
    if outcome.returncode:
        raise Useless(f"the plain program ends with {outcome.returncode}")
    return outcome.stdout


def plain_program(source, folder, given):
    """The plain build. A program that does not end, or whose output depends on the level of optimisation, has
    undefined behaviour after all and says nothing about us."""
    os.makedirs(os.path.join(folder, "plain"), exist_ok=True)
    program = compiled(source, os.path.join(folder, "plain", "program"), CLANG, "-O2")
    other = compiled(source, os.path.join(folder, "other"), CLANG, "-O0")
    for name, content in given.items():
        if output_of(program, content) != output_of(other, content):
            raise Useless(f"its output with input {name} depends on the level of optimisation")
    return program


def is_undefined(source, folder, given):
    """Csmith avoids undefined behaviour, but not the conversion of a float that no integer of the type can hold."""
    program = os.path.join(folder, "checked")
    subprocess.run([CLANG, "-w", "-O1", "-fsanitize=undefined,float-cast-overflow", "-I", INCLUDE, source, "-o", program],
                   capture_output=True, timeout=LONGEST, check=True)
    for content in given.values():
        outcome = subprocess.run([program], input=content, capture_output=True, timeout=LONGEST, check=False)
        if b"runtime error" in outcome.stderr:
            return True
    return False


def judge(source, folder, level, seed, count, turns, randoms):
    """Raises Wrong or Useless; gives the figures of the runs otherwise."""
    given = inputs(seed, count)
    plain = plain_program(source, folder, given)
    os.makedirs(os.path.join(folder, "braid"), exist_ok=True)
    braid = compiled(source, os.path.join(folder, "braid", "program"), os.path.join(PREFIX, "bin/braid-cc"), level)
    cases = os.path.join(folder, "cases.json")
    with open(cases, "w", encoding="utf-8") as file:
        json.dump([{"name": name, "stdin": content.hex()} for name, content in given.items()], file)
    command = [os.path.join(PREFIX, "bin/braid-verify"), braid, "--plain", plain, "--cases", cases, "--folder", folder,
               "--seconds", str(LONG), "--turns", str(turns), "--turns-at-site", "1", "--random", str(randoms),
               "--seed", str(seed)]
    outcome = subprocess.run(command, capture_output=True, timeout=LONGEST, check=False)
    if outcome.returncode not in (0, 1):
        raise Wrong(" ".join(command) + "\n" + outcome.stderr.decode(errors="replace"))
    runs = [json.loads(line) for line in outcome.stdout.decode(errors="replace").splitlines()]
    for run in runs:
        if run["end"] in ("nodes", "events") or run["outcome"] == "out of time":
            raise Useless("too large to be recorded")
        for problem in run["problems"]:
            if "out of time" in problem:
                raise Useless("does not end in time with other input")
            if is_undefined(source, folder, given):
                raise Useless("its behaviour is undefined")
            raise Wrong(f"with input {run['input']}: {problem}\n  again: " + " ".join(command))
    return runs
