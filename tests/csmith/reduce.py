"""Making a failing program smaller: lines are left out, many at a time and then fewer, for as long as the program
still shows the mistake. creduce does this better where it is installed; this needs nothing."""

import os
import shutil
import subprocess
import tempfile

from judge import CLANG, INCLUDE, LONGEST, Useless, Wrong, judge


def is_defined(source, folder, given):
    """False if the sanitizers find undefined behaviour: leaving lines out easily makes some."""
    program = os.path.join(folder, "sanitized")
    flags = ["-w", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-I", INCLUDE]
    made = subprocess.run([CLANG, *flags, source, "-o", program], capture_output=True, timeout=LONGEST, check=False)
    if made.returncode:
        return False
    for content in given.values():
        try:
            outcome = subprocess.run([program], input=content, capture_output=True, timeout=5, check=False)
        except subprocess.TimeoutExpired:
            return False
        if outcome.returncode:
            return False
    return True


class Reducer:
    """Leaves out lines of one program."""

    def __init__(self, level, seed, count, given, turns, randoms):
        self.arguments = (level, seed, count, turns, randoms)
        self.given = given

    def still_wrong(self, lines):
        folder = tempfile.mkdtemp(prefix="braid-reduce-")
        try:
            source = os.path.join(folder, "program.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            level, seed, count, turns, randoms = self.arguments
            if not is_defined(source, folder, self.given):
                return False
            judge(source, folder, level, seed, count, turns, randoms)
            return False
        except Wrong as wrong:
            return "error:" not in str(wrong)
        except (Useless, subprocess.TimeoutExpired):
            return False
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def reduce(self, text):
        lines = text.splitlines()
        step = max(1, len(lines) // 4)
        while True:
            before = len(lines)
            at = 0
            while at < len(lines):
                fewer = lines[:at] + lines[at + step:]
                if self.still_wrong(fewer):
                    lines = fewer
                else:
                    at += step
            if step == 1 and len(lines) == before:
                return "\n".join(lines) + "\n"
            step = max(1, step // 2)
