"""What a test program says about itself.

Behind // anywhere in the file:
  INPUT: "ab\\n"            standard input for one run, as a string of C; several make several runs
  INPUT: PATTERN 40        the first 40 bytes of the pattern that check.h knows
  ARG: "x"                 an argument that is input     } added to the latest INPUT, or to
  FILE: name "bytes"       a file that is input          } an input without standard input
  ENV: NAME "value"        a variable that is input      }
  MARK: name "bytes"       bytes for braid_symbolic      }
  ARGS: a b                arguments that are not input
  FLAGS: -lm               for the compiler; -l... and -Wl,... for the linker
  LEVELS: -O0              only these levels of optimisation
  NEEDS: fma               only on processors with this feature, as /proc/cpuinfo calls it
  UNIT: braid|plain FLAGS  the file is compiled once more with FLAGS, by braid-cc or by plain Clang
  LIBRARY: static|shared|dlopen braid|plain FLAGS
                           the same as a library: libpart1, libpart2, ...
  VERIFY: --nodes 100      further options of braid-verify
  EXIT: 3, SIGNAL: 11      how the run with the latest INPUT ends (without: exit status 0)
  END: nodes               the runtime stops that run, for this reason
  EVENTS: n                that run has so many branches and switches, models included
  TURNS-IN: name [text]    in that run a decision in this other file was turned, or one of a model called from
                           there; its condition reads so
  NOTHING-LOST             no symbol is lost in any run
  THREAD, FORK             that run has such an event
  RESTARTS                 the process can be kept for the next run; CANNOT-RESTART: text of the obstacle

Behind the code of a line, about that line:
  TURNS                    a decision here was turned by changing one byte of input, and the program really
                           went the other way
  ALL-TURN: 12             there are so many different decisions here, and that is true of each of them
  BRANCH: taken [text]     a branch here went this way, or `not taken`; its condition reads so
  SWITCH: case 'x' [text]  likewise a switch; `default`
  LOST: ASSEMBLY           a symbol is lost here, for this reason (src/trace/lost.def)
  ADDRESS, TARGET, LENGTH, ASSUME
                           something depending on input was made concrete here, or assumed
  CONCRETE                 no decision here depends on input, in any run

Expectations about a line hold for at least one of the runs; with a number, BRANCH[2]: for the run with that input.
Several of them are separated by ;."""

import ast
import os
import re
import shlex

FILE_WORDS = {"INPUT", "ARG", "FILE", "ENV", "MARK", "ARGS", "FLAGS", "LEVELS", "NEEDS", "UNIT", "LIBRARY", "VERIFY", "EXIT",
              "SIGNAL", "END", "EVENTS", "TURNS-IN", "NOTHING-LOST", "THREAD", "FORK", "RESTARTS", "CANNOT-RESTART"}
LINE_WORDS = {"TURNS", "ALL-TURN", "BRANCH", "SWITCH", "LOST", "ADDRESS", "TARGET", "LENGTH", "ASSUME", "CONCRETE"}
COMMENT = re.compile(r"//\s*([A-Z][A-Z-]+(?:\[\d+\])?(?::|\s*$|\s*;).*)")
WORD = re.compile(r"([A-Z][A-Z-]+)(?:\[(\d+)\])?:?\s*(.*)", re.DOTALL)
DECISIONS = ("branch", "switch")


def c_bytes(text):
    """The bytes of a string literal of C, or of the pattern of check.h."""
    if text.startswith("PATTERN"):
        return bytes((37 * i + 11) % 256 for i in range(int(text.split()[1])))
    return ast.literal_eval("b" + text.strip())


class Case:
    """The input of one run and how that run ends."""

    def __init__(self, name):
        self.name = name
        self.stdin = None
        self.sources = {}
        self.expected = {}
        self.turned_elsewhere = []  # (file, text of the condition or "")

    def description(self):
        members = {"name": self.name, **self.sources}
        if self.stdin is not None:
            members["stdin"] = self.stdin.hex()
        if "END" in self.expected:
            members["end"] = self.expected["END"]
        return members


class Program:
    """A test program with what it says about itself."""

    def __init__(self, path):
        self.path = path
        self.words = []   # (word, rest) about the file
        self.lines = []   # (line, word, number of the run or None, rest)
        self.cases = []
        self.units = []
        self.libraries = []
        with open(path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                comment = COMMENT.search(text)
                if comment:
                    self.read(number, comment.group(1))
        if not self.cases:
            self.cases.append(Case("input 1"))

    def read(self, number, comment):
        first = WORD.match(comment).group(1)
        if first in FILE_WORDS:
            word, _, rest = WORD.match(comment).groups()
            self.words.append((word, rest.strip()))
            self.about_file(word, rest.strip())
            return
        for part in comment.split(";"):
            match = WORD.match(part.strip())
            if not match or match.group(1) not in LINE_WORDS:
                raise ValueError(f"{self.path}:{number}: unknown word in {part.strip()!r}")
            word, run, rest = match.groups()
            self.lines.append((number, word, int(run) if run else None, rest.strip()))

    def about_file(self, word, rest):
        if word == "INPUT":
            self.cases.append(Case(f"input {len(self.cases) + 1}"))
            self.cases[-1].stdin = c_bytes(rest)
        elif word in ("ARG", "FILE", "ENV", "MARK"):
            self.add_source(word, rest)
        elif word == "UNIT":
            kind, *flags = rest.split()
            self.units.append((kind, flags))
        elif word == "LIBRARY":
            how, kind, *flags = rest.split()
            self.libraries.append((how, kind, flags))
        elif word in ("EXIT", "SIGNAL", "END", "EVENTS", "THREAD", "FORK", "RESTARTS", "CANNOT-RESTART"):
            if not self.cases:
                self.cases.append(Case("input 1"))
            self.cases[-1].expected[word] = rest
        elif word == "TURNS-IN":
            file, _, text = rest.partition(" ")
            self.cases[-1].turned_elsewhere.append((file, text))

    def add_source(self, word, rest):
        if not self.cases:
            self.cases.append(Case("input 1"))
        sources = self.cases[-1].sources
        if word == "ARG":
            sources.setdefault("arguments", []).append(c_bytes(rest).hex())
            return
        name, text = rest.split(None, 1)
        value = c_bytes(text).hex()
        if word == "MARK":
            sources.setdefault("marks", []).append([name, value])
        else:
            sources.setdefault("files" if word == "FILE" else "environment", {})[name] = value

    def all(self, wanted):
        return [item for word, rest in self.words if word == wanted for item in shlex.split(rest)]

    def has(self, wanted):
        return any(word == wanted for word, _ in self.words)

    def levels(self, asked):
        """Of the levels asked for, those that the program is for; if there is none, its own."""
        own = self.all("LEVELS")
        return [level for level in asked if level in own] or own if own else asked

    def lacks(self):
        """What the program needs and this processor does not have."""
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            here = set(re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE).group(1).split())
        return [feature for feature in self.all("NEEDS") if feature not in here]

    def arguments(self):
        return self.all("ARGS")

    def compile_flags(self):
        return [flag for flag in self.all("FLAGS") if not flag.startswith(("-l", "-Wl,", "-L"))]

    def link_flags(self):
        return self.all("FLAGS")

    def verify_flags(self):
        flags = self.all("VERIFY")
        return flags if "--turns" in flags else ["--turns", "200"] + flags

    # --- judging ---

    def is_here(self, place):
        return os.path.basename(place["file"]) == os.path.basename(self.path)

    def place_of(self, event):
        """The place in this program: for an event in a library model, the call of the model."""
        return event["caller"] if "caller" in event else event

    def events_at(self, run, line, kinds):
        for event in run["list"]:
            place = self.place_of(event)
            if event["kind"] in kinds and place["line"] == line and self.is_here(place):
                yield event

    def judge(self, runs, level, places):
        """What differs from what the program says, as lines of text."""
        problems = []
        for run in runs:
            problems += [f"{run['input']}: {problem}" for problem in run["problems"]]
            problems += [f"{run['input']}: turning the decision at line {turn['line']} went wrong ({turn['change']})"
                         for turn in run.get("turned", []) if not turn["right"]]
            problems += self.judge_places(run, places)
        for case, run in zip(self.cases, runs):
            problems += [f"{case.name}: {problem}" for problem in self.judge_run(case, run)]
        if len(runs) != len(self.cases):
            problems.append(f"{len(self.cases)} inputs, but {len(runs)} results")
        for line, word, number, rest in self.lines:
            chosen = runs if number is None else runs[number - 1:number]
            message = self.judge_line(chosen, line, word, rest)
            if message:
                problems.append(f"line {line}: {message}")
        return problems

    def judge_places(self, run, places):
        """A site's id stands for the same place at every level of optimisation."""
        for event in run["list"]:
            if event["kind"] not in DECISIONS or not event["line"]:
                continue
            place = (os.path.basename(event["file"]), event["function"], event["line"], event["column"])
            if places.setdefault(event["id"], place) != place:
                yield f"site {event['id']} is {place} and also {places[event['id']]}"

    def judge_run(self, case, run):
        expected = case.expected
        if "SIGNAL" in expected:
            if run["signal"] != int(expected["SIGNAL"]):
                yield f"expected signal {expected['SIGNAL']}, found {run['outcome']}"
        elif "END" not in expected and run["outcome"] != f"exit status {expected.get('EXIT', 0)}":
            yield f"expected exit status {expected.get('EXIT', 0)}, found {run['outcome']}"
        if "EVENTS" in expected:
            count = sum(run["events"].get(kind, 0) for kind in DECISIONS)
            if count != int(expected["EVENTS"]):
                yield f"expected {expected['EVENTS']} decisions, found {count}: " + self.decisions(run)
        for file, text in case.turned_elsewhere:
            if not self.turned_in(run, file, text):
                yield f"no decision {text} in {file} was turned; found " + self.decisions_in(run, file)
        for word in ("THREAD", "FORK"):
            if word in expected and not run["events"].get(word.lower()):
                yield f"no {word.lower()} event"
        if "RESTARTS" in expected and not run["restarted"]:
            yield f"the process was not kept: {run['obstacle']}"
        if "CANNOT-RESTART" in expected and expected["CANNOT-RESTART"] not in run["obstacle"]:
            yield f"expected the obstacle {expected['CANNOT-RESTART']!r}, found {run['obstacle']!r}"
        if self.has("NOTHING-LOST") and run["lost"]:
            lost = [f"line {self.place_of(event)['line']} {event['direction']}: {event['text']}"
                    for event in run["list"] if event["kind"] == "lost"]
            yield "lost: " + "; ".join(lost)

    def decisions(self, run):
        return "; ".join(f"line {self.place_of(event)['line']}: {event['text']} {event['direction']}"
                         for event in run["list"] if event["kind"] in DECISIONS)

    def turned_in(self, run, file, text):
        texts = {event["id"]: [] for event in run["list"] if event["kind"] in DECISIONS}
        for event in run["list"]:
            if event["kind"] in DECISIONS:
                texts[event["id"]].append(event["text"])
        return any(turn["right"] and os.path.basename(self.place_of(turn)["file"]) == file
                   and (not text or text in texts[turn["id"]]) for turn in run["turned"])

    def decisions_in(self, run, file):
        return "; ".join(event["text"] for event in run["list"] if event["kind"] in DECISIONS
                         and os.path.basename(self.place_of(event)["file"]) == file) or "nothing"

    def judge_line(self, runs, line, word, rest):
        if word == "TURNS":
            for run in runs:
                for turn in run["turned"]:
                    place = self.place_of(turn)
                    if turn["right"] and place["line"] == line and self.is_here(place):
                        return ""
            return "no decision here was turned; " + self.found(runs, line)
        if word == "ALL-TURN":
            return self.judge_all_turn(runs, line, int(rest))
        if word == "CONCRETE":
            found = [event for run in runs for event in self.events_at(run, line, DECISIONS)]
            return "a decision depends on input: " + found[0]["text"] if found else ""
        kind = word.lower()
        for run in runs:
            for event in self.events_at(run, line, (kind,)):
                direction, text = event.get("direction", ""), event.get("text", "")
                if not rest or rest == direction or rest == f"{direction} {text}":
                    return ""
                if word == "LOST" and rest.split()[0] == direction and rest[len(direction):].strip() in ("", text):
                    return ""
        return f"expected {word} {rest}; " + self.found(runs, line)

    def judge_all_turn(self, runs, line, expected):
        here = [event for run in runs for event in self.events_at(run, line, DECISIONS)]
        turned = {turn["id"] for run in runs for turn in run["turned"] if turn["right"]}
        sites = {event["id"]: event for event in here}
        if len(sites) != expected:
            return f"{len(sites)} decisions instead of {expected}: " + self.found(runs, line)
        left = [event["text"] for site, event in sites.items() if site not in turned]
        return "not turned: " + "; ".join(left) if left else ""

    def found(self, runs, line):
        kinds = ("branch", "switch", "lost", "address", "target", "length", "assume")
        events = [f"{event['kind']} {event.get('direction', '')} {event.get('text', '')}"
                  for run in runs for event in self.events_at(run, line, kinds)]
        return "found " + ("; ".join(events) if events else "nothing")
