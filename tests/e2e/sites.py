#!/usr/bin/env python3
"""The ids of places, and which way counts as taken, are the same in every build of the same source: in another folder, with the file named in
another way, with and without -g, at every level of optimisation.

Optimisation may remove a decision (two comparisons become one, a branch becomes arithmetic), so between levels the
comparison is about the lines marked SITE, whose decisions no optimisation can do without."""

import json
import os
import subprocess
import sys
import tempfile

from builds import BRAID, PREFIX

SOURCE = r"""
#include <stdio.h>
#include "part.h"
static volatile int sink;
#define TWICE(a, b) do { if (a) sink = 1; if (b) sink = 2; } while (0)
inline __attribute__((always_inline)) void inlined(int c) {
  if (c == 'i') // SITE
    sink = 3;
}
int main(void) {
  int c = getchar();
  if (c == 'a') // SITE
    sink = 4;
  if (__builtin_expect(c > 'x', 0)) // SITE
    sink = 8;
  if (c & 1) // SITE
    sink = 9;
  if (!(c != 'b' && c >= 'a')) // SITE
    sink = 10;
  TWICE(c == 'b', c == 'c'); // SITE
  inlined(c);
  inlined(c + 1);
  for (int i = 0; i < (c & 3); i++) // SITE
    sink = i;
  switch (c) { // SITE
  case 'p': sink = 5; break;
  case 'q': sink = getchar(); break;
  case 'z': sink = 7; break;
  }
  in_header(c);
  return 0;
}
"""
HEADER = r"""
extern volatile int other;
static void in_header(int c) {
  if (c > 'k') // SITE
    other = 1;
}
"""


def build_and_trace(folder, source, options, language):
    """For each decision of a run: its place in the source, its id, and the way it went."""
    program = os.path.join(folder, "program")
    subprocess.run([BRAID[language], *options, source, "-o", program], cwd=folder, check=True)
    text = subprocess.run([os.path.join(PREFIX, "bin", "braid"), "trace", "--json", program], input="b", text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    events = [event for event in json.loads(text)["events"] if event["kind"] in ("branch", "switch")]
    return {(os.path.basename(event["file"]), event["line"], event["column"], event["site"], direction_of(event))
            for event in events}


def direction_of(event):
    return event["taken"] if event["kind"] == "branch" else event["case"]


def marked():
    lines = set()
    for name, text in (("main", SOURCE), ("part.h", HEADER)):
        lines |= {(name, number) for number, line in enumerate(text.split("\n"), 1) if "// SITE" in line}
    return lines


def check(language):
    ending = {"c": ".c", "cpp": ".cpp"}[language]
    source = SOURCE.replace("inline __attribute__", "static inline __attribute__") + "volatile int other;\n"
    with tempfile.TemporaryDirectory(prefix="braid-sites-") as top:
        folders = [os.path.join(top, name) for name in ("first", os.path.join("second", "deeper"))]
        for folder in folders:
            os.makedirs(folder)
            for name, text in (("main" + ending, source), ("part.h", HEADER)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
        wanted = {(name if name == "part.h" else name + ending, line) for name, line in marked()}
        first = None
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
            builds = [build_and_trace(folders[0], "main" + ending, [level], language),
                      build_and_trace(folders[0], "main" + ending, [level, "-g"], language),
                      build_and_trace(folders[1], "./main" + ending, [level], language),
                      build_and_trace(folders[1], os.path.join(folders[1], "main" + ending), [level], language)]
            for number, build in enumerate(builds[1:], 1):
                if build != builds[0]:
                    return f"{language} {level}: build {number} differs:\n{sorted(build ^ builds[0])}"
            kept = {each for each in builds[0] if each[:2] in wanted}
            missing = wanted - {each[:2] for each in kept}
            if missing:
                return f"{language} {level}: no decision at {sorted(missing)}"
            if len({each[3] for each in builds[0]}) != len({each[:4] for each in builds[0]}):
                return f"{language} {level}: two places share an id: {sorted(builds[0])}"
            first = first or kept
            if kept != first:
                return f"{language} {level}: other ids than at -O0:\n{sorted(kept ^ first)}"
    return None


def main():
    problems = [problem for problem in (check("c"), check("cpp")) if problem]
    print("\n".join(problems) or "the ids are stable")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
