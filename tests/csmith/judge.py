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
    """The plain build, and what it prints. At -O0 because that is built in a third of the time; what it costs in
    running is little."""
    os.makedirs(os.path.join(folder, "plain"), exist_ok=True)
    program = compiled(source, os.path.join(folder, "plain", "program"), CLANG, "-O0")
    return program, {name: output_of(program, content) for name, content in given.items()}


def depends_on_level(source, folder, given, outputs):
    """The name of an input with which the plain program prints something else at another level of optimisation: it has
    undefined behaviour after all. Only asked about programs that look wrong: the others are right whatever they are."""
    other = compiled(source, os.path.join(folder, "other"), CLANG, "-O2")
    return next((name for name, content in given.items() if output_of(other, content) != outputs[name]), None)


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
    plain, outputs = plain_program(source, folder, given)
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
        if run["end"] in ("nodes", "events") or run["outcome"].startswith("out of time"):
            raise Useless("too large to be recorded")
        for problem in run["problems"]:
            if "out of time" in problem:
                raise Useless("does not end in time with other input")
            if name := depends_on_level(source, folder, given, outputs):
                raise Useless(f"its output with input {name} depends on the level of optimisation")
            if is_undefined(source, folder, given):
                raise Useless("its behaviour is undefined")
            raise Wrong(f"with input {run['input']}: {problem}\n  again: " + " ".join(command))
    return runs
