"""Building one test program: plain and with braid-cc, with its other units and libraries, and verifying the two
against each other."""

import json
import os
import subprocess

PREFIX = os.environ.get("BRAID_PREFIX", "")
BIN = os.path.join(PREFIX, "bin")
CLANG = {"c": os.environ.get("BRAID_CLANG", "clang-19"), "cpp": os.environ.get("BRAID_CLANGXX", "clang++-19")}
BRAID = {"c": os.path.join(BIN, "braid-cc"), "cpp": os.path.join(BIN, "braid-c++")}
LONGEST = 300  # seconds for one command; a test that needs more is broken


class BuildFailed(Exception):
    """A command did not succeed; the text says which and what it printed."""


def command(arguments, folder=None, accept=(0,)):
    outcome = subprocess.run(arguments, cwd=folder, capture_output=True, timeout=LONGEST, check=False,
                             stdin=subprocess.DEVNULL)
    if outcome.returncode not in accept:
        raise BuildFailed(f"{' '.join(arguments)}: exit status {outcome.returncode}\n"
                          + outcome.stdout.decode(errors="replace") + outcome.stderr.decode(errors="replace"))
    return outcome.stdout.decode(errors="replace")


class Build:
    """One program at one level of optimisation. The plain build is the yardstick and does not depend on the level: it
    is taken from the build at another level, if there is one. (Not from a folder of its own, because the length of its
    path is that of the instrumented one.)"""

    def __init__(self, program, level, folder, other=None):
        self.program = program
        self.level = level
        self.folder = folder
        self.other = other
        self.language = "cpp" if program.path.endswith(".cpp") else "c"

    def make(self):
        for kind in ("braid",) if self.other else self.kinds():
            os.makedirs(os.path.join(self.folder, kind), exist_ok=True)
            self.link(kind)
        os.makedirs(os.path.join(self.folder, "run"), exist_ok=True)

    def kinds(self):
        """Marks have no meaning in a plain build."""
        return ("braid",) if self.program.has("MARK") else ("plain", "braid")

    def compiler(self, kind, wanted="braid"):
        """kind: of the build; wanted: what the part asks for in the instrumented build."""
        return BRAID[self.language] if kind == "braid" and wanted == "braid" else CLANG[self.language]

    def level_of(self, kind):
        return self.level if kind == "braid" else "-O1"

    def compile(self, kind, name, wanted, flags):
        target = os.path.join(self.folder, kind, name + ".o")
        command([self.compiler(kind, wanted), self.level_of(kind), "-w", "-c", self.program.path, "-o", target]
                + self.program.compile_flags() + flags)
        return target

    def library(self, kind, number, how, wanted, flags):
        folder = os.path.join(self.folder, kind)
        name = f"part{number}"
        if how == "static":
            unit = self.compile(kind, name, wanted, flags)
            archive = os.path.join(folder, f"lib{name}.a")
            command(["ar", "crs", archive, unit])
            return [archive]
        shared = os.path.join(folder, f"lib{name}.so")
        unit = self.compile(kind, name, wanted, flags + ["-fPIC"])
        command([self.compiler(kind, wanted), "-shared", unit, "-o", shared])
        return [] if how == "dlopen" else [shared]

    def link(self, kind):
        parts = [self.compile(kind, "main", "braid", [])]
        for number, (wanted, flags) in enumerate(self.program.units):
            parts.append(self.compile(kind, f"unit{number + 1}", wanted, flags))
        for number, (how, wanted, flags) in enumerate(self.program.libraries):
            parts += self.library(kind, number + 1, how, wanted, flags)
        command([self.compiler(kind), self.level_of(kind)] + parts + ["-o", self.path(kind), "-Wl,-rpath,$ORIGIN"]
                + self.program.link_flags())

    def path(self, kind):
        if kind == "plain" and self.other:
            return self.other.path(kind)
        return os.path.join(self.folder, kind, "program")

    def verify(self):
        """The lines of braid-verify, one for each input."""
        cases = os.path.join(self.folder, "cases.json")
        with open(cases, "w", encoding="utf-8") as file:
            json.dump([case.description() for case in self.program.cases], file)
        arguments = [os.path.join(BIN, "braid-verify"), self.path("braid"), "--cases", cases, "--events",
                     "--folder", os.path.join(self.folder, "run")]
        if "plain" in self.kinds():
            arguments += ["--plain", self.path("plain")]
        arguments += self.program.verify_flags()
        arguments += ["--"] + self.program.arguments() if self.program.arguments() else []
        return [json.loads(line) for line in command(arguments, accept=(0, 1)).splitlines()]
