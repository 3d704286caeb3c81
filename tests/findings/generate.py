#!/usr/bin/env python3
"""Writes the programs of one kind of bug and one flow: generate.py KIND FLOW FOLDER

FOLDER/bad and FOLDER/good each hold the sources and manifest.json, which says what is to be found in them, and where.
The same kind and flow always give the same files."""

import argparse
import json
import os
import sys

from flow_text import files, filled, has_sink
from flows import FLOWS
from kind import HEADERS, MARK
from kinds import KINDS

# A function that is called by the last statement of another can take its place on the stack, and its line is lost.
DONE = 'puts("done");\n'

# Pairs that are no test of anything, with the reason.
LEFT_OUT = {}


def pairs(kinds=None, flows=None):
    """All pairs of names that are there, in order."""
    return [(kind, flow) for kind in (kinds or KINDS) for flow in (flows or sorted(FLOWS))
            if (kind, flow) not in LEFT_OUT]


def language(kind, flow):
    return "c++" if "c++" in (kind.language, flow.language) else "c"


def sources(kind, flow, bad):
    """Pairs of a file's name and its text."""
    suffix = ".cpp" if language(kind, flow) == "c++" else ".c"
    blocks = {"SOURCE": kind.source_text(bad), "SINK": kind.sink_text(bad) + DONE,
              "GOOD_SOURCE": kind.source_text(False), "GOOD_SINK": kind.sink_text(False) + DONE}
    words = {"TYPE": kind.type, "INITIAL": kind.initial}
    version = "bad" if bad else "good"
    out = []
    for name, text in files(flow.text):
        head = f"/* {kind.name} (CWE-{kind.cwe}), {flow.number}: {flow.title}; the {version} version. */\n"
        head += "".join(f"#include <{header}>\n" for header in (*HEADERS, *kind.headers))
        if has_sink(text) and kind.declarations:
            head += kind.declarations_text(bad).strip("\n") + "\n"
        out.append((name + suffix, head + filled(text, blocks, words)))
    return out


def bad_place(texts):
    """The file and the line of the mark; there has to be one."""
    places = [(name, number) for name, text in texts for number, line in enumerate(text.split("\n"), 1)
              if line.endswith(MARK)]
    if len(places) != 1:
        raise ValueError(f"{len(places)} lines are marked: {places}")
    return places[0]


def manifest(kind, flow, bad):
    """What the folder of one version says of itself. The good version names the place of the bad one."""
    file, line = bad_place(sources(kind, flow, True))
    shows = flow.prefix + kind.input
    return {
        "format": 1,
        "kind": kind.name,
        "flow": flow.number,
        "version": "bad" if bad else "good",
        "language": language(kind, flow),
        "sources": [name for name, _ in sources(kind, flow, bad)],
        "expected": kind.finding,
        "cwe": kind.cwe,
        "place": {"file": file, "line": line},
        "consequences": list(kind.consequences),
        "input": shows.decode("latin-1"),
        "harmless": (flow.prefix + kind.harmless).decode("latin-1"),
    }


def generate(kind_name, flow_number, folder):
    """Writes both versions; returns their manifests, with the folder of each added: bad, good."""
    kind, flow = KINDS[kind_name], FLOWS[flow_number]
    manifests = []
    for bad in (True, False):
        said = manifest(kind, flow, bad)
        into = os.path.join(folder, said["version"])
        os.makedirs(into, exist_ok=True)
        for name, text in sources(kind, flow, bad):
            with open(os.path.join(into, name), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(into, "manifest.json"), "w", encoding="utf-8") as file:
            json.dump(said, file, indent=2)
            file.write("\n")
        manifests.append({**said, "folder": into})
    return manifests


def main():
    parser = argparse.ArgumentParser(description="Writes the programs of one kind of bug and one flow.")
    parser.add_argument("kind", metavar="KIND", choices=[*KINDS, "list"], help="a kind, or list: print all of them")
    parser.add_argument("flow", metavar="FLOW", nargs="?", choices=sorted(FLOWS))
    parser.add_argument("folder", metavar="FOLDER", nargs="?")
    options = parser.parse_args()
    if options.kind == "list":
        for kind in KINDS.values():
            print(f"{kind.name:24} {kind.finding:24} CWE-{kind.cwe}")
        for flow in sorted(FLOWS.values(), key=lambda each: each.number):
            print(f"{flow.number}  {flow.title}")
        print(f"{len(KINDS)} kinds, {len(FLOWS)} flows, {len(pairs())} pairs")
    elif options.flow is None or options.folder is None:
        parser.error("KIND, FLOW and FOLDER are needed")
    elif (options.kind, options.flow) in LEFT_OUT:
        sys.exit(f"{options.kind} is not there with flow {options.flow}: {LEFT_OUT[options.kind, options.flow]}")
    else:
        for each in generate(options.kind, options.flow, options.folder):
            print(each["folder"], *each["sources"])


if __name__ == "__main__":
    main()
