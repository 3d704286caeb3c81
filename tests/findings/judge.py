"""Whether the findings in a folder of results are those that the manifest of a program asks for, and whether a
finding can be seen again without Braid.

Bad version: there is a confirmed finding of the right kind at the right line, and every other finding is of a kind
that the manifest lists as a consequence. Good version: there is no finding. What was not confirmed does not count."""

import glob
import json
import os
import re
import subprocess
import tempfile

FORMAT = 2
LONGEST = 120  # seconds for one reproduction
# What can be seen of a bug: the words of a sanitizer, of Valgrind, of the shell about a signal.
SHOWN = re.compile(r"ERROR: \w+Sanitizer|WARNING: MemorySanitizer|runtime error: |^==\d+== [A-Z]"
                   r"|SIG(SEGV|ABRT|FPE|BUS|ILL|TRAP)|Segmentation fault|Aborted|Floating point exception"
                   r"|Assertion .* failed|terminate called", re.MULTILINE)
# The rest is known by its time: what ends a program after a while says so, or exits with this status.
TIME_OUT = 124
TOO_LONG = re.compile(r"timed? ?-?out|too long|endless|SIGALRM|SIGXCPU", re.IGNORECASE)


class BadFolder(Exception):
    """The results are not as they should be; the text says what is wrong."""


def findings_in(folder):
    """The findings of a folder of results, each with the folder it is in."""
    found = []
    for name in sorted(glob.glob(os.path.join(folder, "findings", "*", "finding.json"))):
        with open(name, encoding="utf-8") as file:
            try:
                each = json.load(file)
            except ValueError as error:
                raise BadFolder(f"{name}: {error}") from error
        if each.get("format") != FORMAT:
            raise BadFolder(f"{name}: format {each.get('format', 1)}, not {FORMAT}")
        found.append({**each, "folder": os.path.dirname(os.path.abspath(name))})
    return found


def place_of(finding):
    place = finding.get("place") or {}
    return os.path.basename(place.get("file") or "?"), place.get("line")


def described(finding):
    file, line = place_of(finding)
    return f"{finding.get('kind')} at {file}:{line}" + ("" if finding.get("confirmed") else ", not confirmed")


def is_expected(finding, manifest):
    return (finding.get("kind") == manifest["expected"]
            and place_of(finding) == (manifest["place"]["file"], manifest["place"]["line"]))


def problem_of(manifest, findings):
    """Why these findings are not the right ones; empty if they are."""
    if manifest["version"] == "good":
        confirmed = [each for each in findings if each.get("confirmed")]
        return "found, though nothing is wrong: " + "; ".join(map(described, confirmed)) if confirmed else ""
    wanted = f"{manifest['expected']} at {manifest['place']['file']}:{manifest['place']['line']}"
    expected = [each for each in findings if is_expected(each, manifest)]
    others = [each for each in findings if not is_expected(each, manifest)]
    if not expected:
        return f"not found: {wanted}" + ("; but " + "; ".join(map(described, others)) if others else "")
    if not any(each.get("confirmed") for each in expected):
        return f"not confirmed: {wanted}"
    surplus = [each for each in others if each.get("confirmed") and each.get("kind") not in manifest["consequences"]]
    return "found, too: " + "; ".join(map(described, surplus)) if surplus else ""


def script_of(finding):
    """The script that shows the finding again. Its folder is said as a full path or from the finding's folder."""
    said = finding.get("reproduce") or {}
    return os.path.normpath(os.path.join(finding["folder"], said.get("folder") or ".",
                                         said.get("script") or "reproduce.sh"))


def shows(kind, status, output):
    """Whether a reproduction that ended like this has shown the bug."""
    if kind == "endless-loop" and (status == TIME_OUT or TOO_LONG.search(output)):
        return True
    return status < 0 or status > 128 or SHOWN.search(output) is not None


def problem_of_reproduction(finding):
    """Why the finding's script does not show it; empty if it does. It runs in a folder where nothing else is."""
    script = script_of(finding)
    if not os.path.isfile(script):
        return f"there is no {script}"
    with tempfile.TemporaryDirectory() as empty:
        try:
            outcome = subprocess.run(["bash", script], cwd=empty, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return f"{script} did not end"
    output = outcome.stdout.decode(errors="replace")
    if shows(finding.get("kind"), outcome.returncode, output):
        return ""
    return f"{script} does not show it: status {outcome.returncode}, {output[-300:].strip()!r}"
