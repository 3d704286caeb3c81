"""What README.md shows is what happens: the commands of its first example are run, and their output is compared with
what is printed there, but for times and amounts of memory. With --write as argument README.md is brought up to date."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
README = os.path.join(ROOT, "README.md")
PREFIX = os.environ["BRAID_PREFIX"]
EXAMPLE = re.compile(r"```\n(\$ \./braid version\n.*?)```", re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def commands_of(example):
    return [line[2:] for line in example.splitlines() if line.startswith("$ ")]


def run_example(commands):
    """The example as it should read: commands, each with what the last of them prints."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        os.makedirs(os.path.join(folder, "build"))
        os.symlink(PREFIX, os.path.join(folder, "build", "release"))
        os.symlink(os.path.join(PREFIX, "bin", "braid"), os.path.join(folder, "braid"))
        text = ""
        for number, command in enumerate(commands, 1):
            outcome = subprocess.run(command, shell=True, cwd=folder, text=True, capture_output=True, check=True)
            text += f"$ {command}\n" + (outcome.stdout if number == len(commands) else "")
        return text


def without_figures(text):
    text = re.sub(r"after [\d.]+ (µs|ms|s)\b", "after TIME", text)
    return re.sub(r"[\d.]+ [KM]iB", "SIZE", text)


class Readme(unittest.TestCase):
    maxDiff = None

    def test_example(self):
        shown = EXAMPLE.search(read(README)).group(1)
        self.assertEqual(without_figures(shown), without_figures(run_example(commands_of(shown))))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        old = read(README)
        example = EXAMPLE.search(old).group(1)
        new = run_example(commands_of(example))
        with open(README, "w", encoding="utf-8") as readme:
            readme.write(old.replace(example, new))
    else:
        unittest.main()
