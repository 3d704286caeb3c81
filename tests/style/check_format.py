"""The look of the source: formatting, and the few rules that a machine can see to."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = {".c", ".h", ".cpp", ".def"}
FOLDERS = ("src", "include", "tests", "bench", "examples")
LONGEST_FILE = 1000


def source_files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and (path.suffix in CODE | {".py", ".sh", ".txt", ".cmake", ".md"}):
                yield path
    yield from sorted(ROOT.glob("scripts/*"))
    yield from (ROOT / name for name in ("braid", "test", "CMakeLists.txt", "README.md", "CONTRIBUTING.md")
                if (ROOT / name).is_file())
    yield from sorted((ROOT / "docs").rglob("*.md"))


def formatted(files):
    outcome = subprocess.run([sys.argv[1], "--dry-run", "-Werror", *files], cwd=ROOT, text=True, capture_output=True,
                             check=False)
    badly = sorted(set(re.findall(r"^([^:\n]+):\d+:\d+: error: code should be clang-formatted", outcome.stderr, re.M)))
    if outcome.returncode != 0 and not badly:
        return [outcome.stderr.strip()]
    return [f"{name}: not formatted; run {sys.argv[1]} -i {name}" for name in badly]


def problems_in(path):
    name = path.relative_to(ROOT)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        return [f"{name}: not UTF-8"]
    problems = []
    if path.suffix in CODE and len(lines) > LONGEST_FILE:
        problems.append(f"{name}: {len(lines)} lines; which second idea moved in?")
    for number, line in enumerate(lines, 1):
        if re.search(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", line):
            problems.append(f"{name}:{number}: something is left to do")
        if line != line.rstrip():
            problems.append(f"{name}:{number}: blanks at the end of the line")
    if lines[-1] != "":
        problems.append(f"{name}: no end of line at the end of the file")
    return problems


def main():
    files = list(source_files())
    code = [str(path.relative_to(ROOT)) for path in files if path.suffix in CODE - {".def"}]
    problems = formatted(code)
    for path in files:
        problems += problems_in(path)
    for script in files:
        if script.suffix == ".sh" or script.name in ("braid", "test"):
            outcome = subprocess.run(["bash", "-n", str(script)], text=True, capture_output=True, check=False)
            problems += outcome.stderr.splitlines()
    print("\n".join(problems) or f"{len(files)} files are in order")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
