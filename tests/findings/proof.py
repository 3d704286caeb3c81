"""Proof that a program of the corpus has its bug, and its good version none, without Braid: by the sanitizers, by
Valgrind where they do not look (what fgets writes), and by the clock for loops without end.

A bug is shown if the first thing that is reported is at the marked line, and something that is reported there is of
the kind that the corpus says. The place of a report is the innermost call in a file of the program."""

import os
import random
import re
import shutil
import signal
import subprocess

from kinds import KINDS

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "include")
COMPILER = {"c": os.environ.get("BRAID_CLANG", "clang-19"), "c++": os.environ.get("BRAID_CLANGXX", "clang++-19")}
# A faster linker, if there is one.
LINKER = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []
SANITIZERS = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
# Valgrind 3.19 does not read newer debugging information. Without optimisation, because with it a value that nobody
# set can become any other.
VALGRIND = ["-O0", "-gdwarf-4"]
MEMORY = ["-O0", "-g", "-fsanitize=memory"]
# MemorySanitizer has to see all code that writes memory, and these flows write some in the library of C++.
UNSEEN = ("73", "74", "76")
LONGEST = 60  # seconds; a machine may be busy
LOOP = 1  # seconds after which a loop is said to be without end

ABORTED = r"ABRT on unknown address"
REPORTS = {
    "stack-buffer-overflow": r"stack-buffer-(over|under)flow",
    "heap-buffer-overflow": r"heap-buffer-overflow",
    "global-buffer-overflow": r"global-buffer-overflow",
    "null-pointer": r"null pointer|SEGV on unknown address 0x0{9}",
    "wild-pointer": r"SEGV on unknown address",
    "use-after-free": r"heap-use-after-free",
    "double-free": r"attempting double-free",
    "invalid-free": r"attempting free on address which was not malloc",
    "use-after-return": r"stack-use-after-return",
    "use-after-scope": r"stack-use-after-scope",
    "memory-leak": r"detected memory leaks",
    "division-by-zero": r"division by zero",
    "division-overflow": r"division of .* by -1 cannot be represented",
    "signed-overflow": r"signed integer overflow|negation of .* cannot be represented",
    "shift-out-of-range": r"shift exponent",
    "pointer-overflow": r"pointer index expression|unsigned offset|non-zero offset",
    "invalid-value": r"not a valid value",
    "allocation-size": r"requested allocation size|calloc parameters overflow|allocation-size-too-big",
    "negative-array-size": r"variable length array bound",
    "uninitialised": r"uninitiali[sz]ed",
    "format-string": r"SEGV|overflow|ABRT",
    "assertion": ABORTED,
    "abort": ABORTED,
    "exception": ABORTED,
    "stack-exhaustion": r"stack-overflow",
    "endless-loop": ABORTED,
    "error-call": ABORTED,
}
ALSO_SAID = {"assertion": "Assertion `", "exception": "terminate called"}

REPORT = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: runtime error: (?P<what>.*)"
                    r"|^==\d+==(?:ERROR|WARNING): \w+Sanitizer: (?P<asan>.*)"
                    r"|^==\d+== (?P<valgrind>[A-Z].*)", re.MULTILINE)
FRAME = re.compile(r"^ +#\d+ 0x[0-9a-f]+ in (?P<function>.+?) (?P<file>[^\s:]+):(?P<line>\d+)(:\d+)?$"
                   r"|^==\d+== +(?:at|by) 0x[0-9A-F]+: (?P<vfunction>.+) \((?P<vfile>[^\s:]+):(?P<vline>\d+)\)$",
                   re.MULTILINE)


def reports(text, sources, wrappers=()):
    """What was reported, in order: pairs of what, and the place as (file, line) or None."""
    found = []
    matches = list(REPORT.finditer(text))
    for match, after in zip(matches, matches[1:] + [None]):
        if match["what"]:
            found.append((match["what"], (os.path.basename(match["file"]), int(match["line"]))))
            continue
        place = None
        for frame in FRAME.finditer(text, match.end(), after.start() if after else len(text)):
            file = os.path.basename(frame["file"] or frame["vfile"])
            if file in sources and (frame["function"] or frame["vfunction"]).split("(")[0] not in wrappers:
                place = (file, int(frame["line"] or frame["vline"]))
                break
        found.append((match["asan"] or match["valgrind"], place))
    return found


class Program:
    """One version of a pair, built."""

    def __init__(self, manifest):
        self.manifest = manifest
        self.kind = KINDS[manifest["kind"]]
        self.proof = self.kind.proof
        if self.proof == "memory" and manifest["flow"] in UNSEEN:
            self.proof = "valgrind"
        self.binary = os.path.join(manifest["folder"], "program")

    def build(self):
        """What the compiler said, if it did not succeed."""
        flags = {"valgrind": VALGRIND, "memory": MEMORY}.get(self.proof, SANITIZERS)
        support = [os.path.join(HERE, "without_braid.c")] if "braid.h" in self.kind.headers else []
        outcome = subprocess.run([COMPILER[self.manifest["language"]], *flags, *LINKER, "-w", "-I", INCLUDE, "-o",
                                  self.binary, *self.manifest["sources"], *support], cwd=self.manifest["folder"],
                                 capture_output=True, text=True, timeout=600, check=False)
        return outcome.stderr if outcome.returncode != 0 else ""

    def run(self, given):
        """The status, what was reported, and all that was printed to standard error. A run that takes too long is
        asked to abort: the report then says where it was."""
        environment = {"PATH": os.environ["PATH"], "UBSAN_OPTIONS": "print_stacktrace=0"}
        options = dict(self.kind.environment)
        environment["ASAN_OPTIONS"] = "handle_abort=1:" + options.get("ASAN_OPTIONS", "")
        command = ["valgrind", "-q", "--leak-check=full"] if self.proof == "valgrind" else []
        limit = LOOP if self.proof == "time" and self.manifest["version"] == "bad" else LONGEST
        # A file, not a pipe: all of it is there at once, so that read returns as much as it is asked for.
        name = os.path.join(self.manifest["folder"], "input")
        with open(name, "wb") as file:
            file.write(given)
        with open(name, "rb") as file, subprocess.Popen([*command, self.binary], stdin=file, env=environment,
                                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            try:
                _, text = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGABRT)
                try:
                    _, text = process.communicate(timeout=LONGEST)
                except subprocess.TimeoutExpired:
                    process.kill()
                    _, text = process.communicate()
        text = text.decode(errors="replace")
        return process.returncode, reports(text, self.manifest["sources"], self.kind.wrappers), text


def problem_of_bad(program):
    """Why this is no proof that the bad version is bad; empty if it is one."""
    wanted = (program.manifest["place"]["file"], program.manifest["place"]["line"])
    given = program.manifest["input"].encode("latin-1")
    status, found, text = program.run(given)
    what = program.kind.report or REPORTS[program.kind.finding]
    if not found:
        return f"nothing is reported for {given}; status {status}\n{text}"
    if found[0][1] != wanted:
        return f"reported at {found[0][1]}, not at {wanted}: {found[0][0]}\n{text}"
    if not any(place == wanted and re.search(what, said) for said, place in found):
        return f"not reported as {program.kind.finding}: {found}\n{text}"
    if ALSO_SAID.get(program.kind.finding, "") not in text:
        return f"does not say {ALSO_SAID[program.kind.finding]}\n{text}"
    return problem_of_good(program, [program.manifest["harmless"].encode("latin-1")])


def problem_of_good(program, inputs):
    """Why this is no proof that the version is good for these inputs; empty if it is one."""
    for given in inputs:
        status, found, text = program.run(given)
        if found or status != 0:
            return f"{program.manifest['version']}, {given}: status {status}, {found}\n{text}"
    return ""


BOUNDARIES = [b"0", b"-1", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"10", b"11", b"15", b"16", b"17",
              b"31", b"32", b"42", b"63", b"64", b"99", b"100", b"101", b"255", b"256", b"1000", b"46340", b"46341",
              b"715827882", b"715827883", b"2147483546", b"2147483547", b"2147483548", b"2147483646", b"2147483647",
              b"2147483648", b"-2", b"-10", b"-2147483547", b"-2147483548", b"-2147483647", b"-2147483648",
              b"99999999999999", b"abcdefg", b"abcdefgh", b"A" * 15, b"A" * 16, b"A" * 62, b"A" * 100, b"%n%s%d", b";"]


def inputs_for(manifest, count):
    """The input that shows the bug, none at all, and some others, not the same for each pair."""
    kind = KINDS[manifest["kind"]]
    shows = manifest["input"].encode("latin-1")
    prefix = shows[:len(shows) - len(kind.input)]
    chooser = random.Random(f"{kind.name} {manifest['flow']}")
    some = [prefix + each + b"\n" for each in chooser.sample(BOUNDARIES, count)]
    noise = bytes(chooser.choice(b"0123456789-+ ab%\n\xff\0") for _ in range(chooser.randrange(1, 90)))
    number = str(chooser.randint(-1 << 31, (1 << 31) - 1) >> chooser.randrange(32)).encode()
    inputs = [shows, b"", prefix + noise, prefix + number + b"\n", *some]
    return inputs + [chooser.choice([b"a", b"g", b"z"]) + kind.input] if prefix else inputs
