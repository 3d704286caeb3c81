"""clang-tidy over the engine, as many files at a time as there are processors."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    tidy, build = sys.argv[1:3]
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        files = sorted({entry["file"] for entry in json.load(file) if entry["file"].startswith(str(ROOT / "src"))})

    def check(name):
        return name, subprocess.run([tidy, "--quiet", "-p", build, name], text=True, capture_output=True, check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, outcome in pool.map(check, files):
            if outcome.returncode != 0:
                failed += 1
                print(outcome.stdout.strip() or outcome.stderr.strip(), flush=True)
    print(f"{len(files)} files, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
