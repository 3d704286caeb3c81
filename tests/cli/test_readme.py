"""What README.md shows is what happens: the commands of its examples are run, and their output is compared with
what is printed there, but for times, amounts of memory and the numbers of tests. With --write as argument README.md is brought up to date."""

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
EXAMPLE = re.compile(r"```\n(\$ .*?)```", re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def commands_of(example):
    return [line[2:] for line in example.splitlines() if line.startswith("$ ")]


def run_example(commands):
    """The example as it should read: commands, each with what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        os.makedirs(os.path.join(folder, "build"))
        os.symlink(PREFIX, os.path.join(folder, "build", "release"))
        os.symlink(os.path.join(PREFIX, "bin", "braid"), os.path.join(folder, "braid"))
        text = ""
        for command in commands:
            outcome = subprocess.run(command, shell=True, cwd=folder, text=True, capture_output=True, check=False)
            text += f"$ {command}\n" + outcome.stdout
            text += "" if text.endswith("\n") else "\n"
        return text


def without_figures(text):
    text = re.sub(r"(after|in) [\d.]+ (µs|ms|s)\b", r"\1 TIME", text)
    text = re.sub(r"tests?[ /]\d+", "TEST", text)
    text = re.sub(r"\d+ % of the time", "SHARE of the time", text)
    return re.sub(r"[\d.]+ [KM]iB", "SIZE", text)


class Readme(unittest.TestCase):
    maxDiff = None

    def test_examples(self):
        examples = EXAMPLE.findall(read(README))
        self.assertEqual(len(examples), 2)
        for shown in examples:
            self.assertEqual(without_figures(shown), without_figures(run_example(commands_of(shown))))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        contents = read(README)
        for example in EXAMPLE.findall(contents):
            contents = contents.replace(example, run_example(commands_of(example)))
        with open(README, "w", encoding="utf-8") as readme:
            readme.write(contents)
    else:
        unittest.main()
