"""braid export: what each format holds, read back by small readers of our own, and messages for folders that are not
as they should be. Most folders are made here by hand; those of braid run come last."""

import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile

BRAID = os.path.join(os.environ["BRAID_PREFIX"], "bin", "braid")


def an_input(content, name="stdin", kind="stdin", source="", index=0):
    return {"name": name, "kind": kind, "source": source, "index": index, "hex": content.hex()}


def a_mark(function, content, name=None):
    return an_input(content, name or function, "mark", function)


def a_test(number, inputs, ending="exited", signal=0, path="", **others):
    outcome = {"ending": ending, "status": 0, "signal": signal}
    return {"number": number, "inputs": inputs, "outcome": outcome, "is_path": True, "path": path, "new_ways": 1, **others}


def a_node(number, parent, choice, site, **others):
    return {"id": number, "parent": parent, "choice": choice, "site": site, "caller": 0, "kind": "branch", "test": 1,
            "closed": True, "complete": True, **others}


def an_end(parent, choice, state):
    return {"parent": parent, "choice": choice, "state": state}


class Results:
    """A results folder, with everything in it that braid export looks at."""

    def __init__(self, path, tests, arguments=(), sources=(), tree=None):
        self.path = path
        os.makedirs(os.path.join(path, "tests"))
        os.makedirs(os.path.join(path, "findings"))
        self.write("campaign.json", {"format": 1, "program": "/opt/prog", "arguments": list(arguments),
                                     "sources": list(sources), "command": ["braid", "run"], "seed": 1})
        self.write("sites.json", [{"number": number, "id": "00", "file": f"/src/\"odd\" {number}.c", "line": number,
                                   "column": 1, "function": "main", "kind": "branch", "in_model": False}
                                  for number in range(1, 5)])
        self.write("tree.json", tree or {"nodes": [], "ends": []})
        for test in tests:
            self.add(test)

    def write(self, name, content):
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
            json.dump(content, file)

    def add(self, test):
        self.write(f"tests/{test['number']:06}.json", test)
        with open(os.path.join(self.path, f"tests/{test['number']:06}.input"), "wb") as file:
            file.write(b"".join(bytes.fromhex(described["hex"]) for described in test["inputs"]))

    def finding(self, number, test):
        os.makedirs(os.path.join(self.path, f"findings/{number:03}-sanitizer"))
        self.write(f"findings/{number:03}-sanitizer/finding.json", {"number": number, "test": test})


def contents(folder):
    """All files below, by their path."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def read_ktest(data):
    """The arguments and the objects of a .ktest file; nothing may be left over."""
    at = 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">I", data[at - 4:at])[0]

    def counted():
        nonlocal at
        size = number()
        at += size
        if at > len(data):
            raise ValueError("the file ends early")
        return data[at - size:at]

    if data[:5] != b"KTEST" or number() != 3:
        raise ValueError("not a .ktest file of version 3")
    arguments = [counted().decode() for _ in range(number())]
    if (number(), number()) != (0, 0):
        raise ValueError("symArgvs and symArgvLen")
    objects = [(counted().decode(), counted()) for _ in range(number())]
    if at != len(data):
        raise ValueError("something follows the objects")
    return arguments, objects


class Dot:
    """Reads the part of Graphviz's language that a tree needs, and refuses everything else."""

    TOKEN = re.compile(r'\s*(->|[{}\[\];,=]|"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*|[0-9]+)', re.DOTALL)

    def __init__(self, text):
        self.nodes, self.edges = {}, []
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = self.TOKEN.match(text, at)
            if not match:
                raise ValueError("not a token: " + text[at:at + 40])
            self.tokens.append(match.group(1))
            at = match.end()
        self.tokens.reverse()
        for word in ("digraph", "tree", "{"):
            self.expect(word)
        while self.tokens[-1] != "}":
            self.statement()
        self.expect("}")
        if self.tokens:
            raise ValueError("something follows the graph")
        for edge in self.edges:
            if edge[0] not in self.nodes or edge[1] not in self.nodes:
                raise ValueError(f"an arrow to or from nothing: {edge}")

    def expect(self, word):
        token = self.tokens.pop()
        if token != word:
            raise ValueError(f"{token} in place of {word}")

    def attributes(self):
        found = {}
        if self.tokens[-1] == "[":
            self.tokens.pop()
            while True:
                name = self.tokens.pop()
                self.expect("=")
                value = self.tokens.pop()
                found[name] = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], value[1:-1]) if value[0] == '"' else value
                if self.tokens[-1] != ",":
                    break
                self.tokens.pop()
            self.expect("]")
        return found

    def statement(self):
        name = self.tokens.pop()
        if self.tokens[-1] == "->":
            self.tokens.pop()
            to = self.tokens.pop()
            self.edges.append((name, to, self.attributes().get("label", "")))
        else:
            facts = self.attributes()
            if name not in ("node", "edge"):
                if name in self.nodes:
                    raise ValueError("two of " + name)
                self.nodes[name] = facts
        self.expect(";")

    def named(self, name):
        return self.nodes[name].get("label", "")

    def ways(self, label):
        """What the box of this label leads to: text and colour by the text of the arrow."""
        names = [name for name in self.nodes if self.named(name) == label]
        if len(names) != 1:
            raise ValueError(f"{len(names)} boxes are called {label}")
        return {text: (self.named(to), self.nodes[to].get("color")) for source, to, text in self.edges if source == names[0]}


class Export(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="braid-export-")
        self.addCleanup(shutil.rmtree, self.place)
        self.out = os.path.join(self.place, "out")
        self.to = os.path.join(self.place, "to")

    def results(self, tests, **others):
        return Results(self.out, tests, **others)

    def export(self, name, *options, to=None, fails_with=0):
        outcome = subprocess.run([BRAID, "export", self.out, "--format", name, "-o", to or self.to, *options],
                                 text=True, capture_output=True, check=False)
        self.assertEqual(outcome.returncode, fails_with, outcome.stdout + outcome.stderr)
        if fails_with:
            self.assertEqual(outcome.stdout, "")
            return outcome.stderr
        self.assertEqual(outcome.stderr, "")
        return outcome.stdout


class Corpora(Export):
    TESTS = [a_test(1, [an_input(b"")], new_ways=2),
             a_test(2, [an_input(b"ab\0\xff")], parent=1, new_ways=0),
             a_test(3, [an_input(b"boom")], "signalled", 11, parent=2),
             a_test(4, [an_input(b"slow")], "timed-out", 9, parent=1),
             a_test(5, [an_input(b"same")], is_path=False, parent=1)]

    def test_afl(self):
        self.results(self.TESTS)
        said = self.export("afl")
        self.assertEqual(contents(self.to), {"queue/id:000001,orig:seed,+cov": b"",
                                             "queue/id:000002,src:000001": b"ab\0\xff",
                                             "crashes/id:000003,sig:11,src:000002": b"boom",
                                             "hangs/id:000004,src:000001": b"slow"})
        self.assertEqual(said, f"4 tests written to {self.to}\n"
                               "  1 test left out: no paths of their own (--all takes them too)\n")
        self.export("afl", "--all")
        self.assertEqual(contents(self.to)["queue/id:000005,src:000001,+cov"], b"same")

    def test_afl_findings_that_exit(self):
        self.results([a_test(1, [an_input(b"a")]), a_test(2, [an_input(b"b")], parent=1)]).finding(1, 2)
        self.export("afl")
        self.assertEqual(set(contents(self.to)), {"queue/id:000001,orig:seed,+cov", "crashes/id:000002,sig:00,src:000001"})

    def test_corpus(self):
        self.results(self.TESTS + [a_test(6, [an_input(b"ab\0\xff")], parent=1)])
        said = self.export("corpus")
        self.assertEqual(contents(self.to), {hashlib.sha1(data).hexdigest(): data for data in (b"", b"ab\0\xff")})
        self.assertIn("3 tests written", said)
        self.assertIn("equal inputs are one file: 2 files", said)
        self.assertIn("2 tests left out: crashes and hangs", said)

    def test_corpus_of_findings(self):
        self.results(self.TESTS)
        self.export("corpus", "--findings-only")
        self.assertEqual(contents(self.to), {"crash-" + hashlib.sha1(b"boom").hexdigest(): b"boom",
                                             "timeout-" + hashlib.sha1(b"slow").hexdigest(): b"slow"})

    def test_names_of_all_sizes(self):
        sizes = [*range(50, 70), *range(118, 132), 1000]  # around the ends of blocks
        data = bytes(range(256)) * 4
        self.results([a_test(number, [an_input(data[:size])]) for number, size in enumerate(sizes, 1)])
        self.export("corpus")
        found = contents(self.to)
        self.assertEqual(len(found), len(sizes))
        for name, data in found.items():
            self.assertEqual(name, hashlib.sha1(data).hexdigest())

    def test_several_inputs(self):
        self.results([a_test(1, [an_input(b"one"), an_input(b"two", "argument 1", "argument", "", 1)])])
        said = self.export("afl", fails_with=2)
        self.assertIn("no test was exported", said)
        self.assertIn("1 test left out: with several inputs (stdin, argument 1): choose one with --input", said)
        self.export("afl", "--input", "argument 1")
        self.assertEqual(list(contents(self.to).values()), [b"two"])
        self.assertIn("without an input called stdout", self.export("afl", "--input", "stdout", fails_with=2))

    def test_inputs_that_nobody_reads_are_none(self):
        file = ("file \"x\"", "file", "/x/input")
        self.results([a_test(1, [an_input(b""), an_input(b"", *file)]),
                      a_test(2, [an_input(b""), an_input(b"two", *file)], parent=1)])
        for name in ("afl", "corpus"):
            self.assertIn("2 tests written", self.export(name, to=os.path.join(self.place, name)))
            self.assertEqual(sorted(contents(os.path.join(self.place, name)).values()), [b"", b"two"])

    def test_some_tests(self):
        self.results(self.TESTS)
        self.export("afl", "--tests", "5,1-2")
        self.assertEqual(sorted(contents(self.to).values()), [b"", b"ab\0\xff", b"same"])
        said = self.export("afl", "--tests", "1,77", fails_with=2)
        self.assertIn("there is no test 77", said)
        self.assertIn("The first is 1, the last 5.", said)
        for wrong in ("", "0", "x", "1,", ",1", "1-", "3-1", "1 2", "-1", "1-99999999999", "1-4000000000"):
            self.assertIn("not numbers of tests" if wrong else "", self.export("afl", "--tests=" + wrong, fails_with=2), wrong)


class Ktest(Export):
    def objects(self, inputs, arguments=()):
        self.results([a_test(7, inputs)], arguments=arguments)
        self.export("ktest")
        return read_ktest(contents(self.to)["test000007.ktest"])

    def test_marks(self):
        self.assertEqual(self.objects([an_input(b""), a_mark("x", b"\1\2\3\4"), a_mark("x", b"", "x#2"), a_mark("long name", b"\0" * 300)],
                                      ["-v"]),
                         (["/opt/prog", "-v"], [("x", b"\1\2\3\4"), ("x", b""), ("long name", b"\0" * 300)]))

    def test_system(self):
        """Everything at once, in the order in which KLEE's runtime asks."""
        arguments, objects = self.objects(
            [an_input(b"in"), an_input(b"data", "in.txt", "file", "in.txt"), an_input(b"more", "b", "file", "b"),
             an_input(b"xyz", "argument 3", "argument", "", 3), an_input(b"", "argument 1", "argument", "", 1), a_mark("m", b"M")],
            ["first", "in.txt", "third", "b"])
        self.assertEqual(arguments, ["/opt/prog", "-sym-arg", "0", "A", "-sym-arg", "3", "B", "-sym-files", "2", "4",
                                     "-sym-stdin", "2"])
        self.assertEqual([name for name, _ in objects], ["arg00", "arg01", "A_data", "A_data_stat", "B_data", "B_data_stat",
                                                         "stdin", "stdin_stat", "m"])
        found = dict(objects)
        self.assertEqual([found[name] for name in ("arg00", "arg01", "A_data", "B_data", "stdin", "m")],
                         [b"\0", b"xyz\0", b"data", b"more", b"in", b"M"])
        self.assertEqual(len(found["stdin_stat"]), 144)  # struct stat here
        self.assertEqual(struct.unpack_from("<I", found["stdin_stat"], 24)[0], 0o100644)
        self.assertEqual(struct.unpack_from("<q", found["stdin_stat"], 48)[0], 2)

    def test_the_file_that_is_named_by_two_signs(self):
        file = [an_input(b"data", "@@", "file", "input.png")]
        self.assertEqual(self.objects(file, ["@@", "-v", "@@.png", "--in=@@.png,2"])[0],
                         ["/opt/prog", "A", "-v", "A", "--in=A,2", "-sym-files", "1", "4"])

    def test_what_klee_cannot_have(self):
        self.results([a_test(1, [an_input(b"x", "HOME", "environment", "HOME")]),
                      a_test(2, [an_input(b"", "f", "file", "f")]),
                      a_test(3, [an_input(b"a", "f", "file", "f"), an_input(b"bc", "g", "file", "g")]),
                      a_test(4, [an_input(b"a")])])
        said = self.export("ktest")
        self.assertEqual(list(contents(self.to)), ["test000004.ktest"])
        for reason in ("environment variables", "an empty file", "files of different sizes"):
            self.assertRegex(said, "1 test left out: .*" + reason)


class Testcomp(Export):
    def suite(self, tests, to=None):
        source = os.path.join(self.place, "a&b.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("int main(void) { return 0; }\n")
        self.results(tests, sources=[source])
        self.export("testcomp", to=to)
        return source

    def values(self, inputs):
        self.suite([a_test(1, inputs)])
        root = xml.fromstring(contents(self.to)["test000001.xml"])
        self.assertEqual(root.tag, "testcase")
        return [(described.get("variable"), described.get("type"), described.text) for described in root]

    def test_values(self):
        little = [("int", "int", struct.pack("<i", -5), "-5"), ("uint", "unsigned int", struct.pack("<i", -5), "4294967291"),
                  ("bool", "_Bool", b"\x80", "1"), ("bool", "_Bool", b"\0", "0"), ("char", "char", b"\xff", "-1"),
                  ("uchar", "unsigned char", b"\xff", "255"), ("short", "short", b"\0\x80", "-32768"),
                  ("ushort", "unsigned short", b"\0\x80", "32768"), ("long", "long", b"\xfe" + b"\xff" * 7, "-2"),
                  ("ulonglong", "unsigned long long", b"\xfe" + b"\xff" * 7, "18446744073709551614"),
                  ("int128", "__int128", b"\xff" * 16, "-1"), ("uint128", "unsigned __int128", b"\xff" * 16, str(2**128 - 1)),
                  ("double", "double", struct.pack("<d", -0.1), "-0.1"), ("pointer", "void *", b"\1" + b"\0" * 7, "1")]
        marks = [a_mark("__VERIFIER_nondet_" + name, data, f"n{i}") for i, (name, _, data, _) in enumerate(little)]
        self.assertEqual(self.values(marks), [("__VERIFIER_nondet_" + name, kind, value) for name, kind, _, value in little])

    def test_numbers_come_back(self):
        """Decimal, and exact, even where a number is not."""
        numbers = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.0]
        found = self.values([a_mark("__VERIFIER_nondet_double", struct.pack("<d", number)) for number in numbers])
        self.assertEqual([struct.pack("<d", float(text)) for _, _, text in found],
                         [struct.pack("<d", number) for number in numbers])

    def test_other_marks(self):
        self.assertEqual(self.values([an_input(b""), a_mark("nondet_int", b"\xff" * 4), a_mark("__CrestShort", b"\xff" * 2),
                                      a_mark("size", b"\xff" * 4), a_mark("<\"&\1\xff", b"\7"),
                                      a_mark("__VERIFIER_nondet_memory", b"\1\2", "memory"), a_mark("three", b"abc"),
                                      an_input(b"\3\0\0\0", "rand", "call", "rand")]),
                         [("nondet_int", "int", "-1"), ("__CrestShort", "short", "-1"), ("size", "unsigned int", "4294967295"),
                          ("<\"&?\xff", "unsigned char", "7"), ("__VERIFIER_nondet_memory[0]", "unsigned char", "1"),
                          ("__VERIFIER_nondet_memory[1]", "unsigned char", "2"), ("three[0]", "unsigned char", "97"),
                          ("three[1]", "unsigned char", "98"), ("three[2]", "unsigned char", "99"), ("rand", "unsigned int", "3")])

    def test_metadata(self):
        source = self.suite([a_test(1, [])])
        text = contents(self.to)["metadata.xml"]
        root = xml.fromstring(text)
        self.assertEqual([part.tag for part in root],
                         ["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction",
                          "architecture", "creationtime"])
        self.assertEqual(root.findtext("programfile"), source)
        with open(source, "rb") as file:
            self.assertEqual(root.findtext("programhash"), hashlib.sha256(file.read()).hexdigest())
        self.assertRegex(root.findtext("creationtime"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(root.findtext("specification"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")
        self.assertIn(b'<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" '
                      b'"https://sosy-lab.org/test-format/test-metadata-1.1.dtd">', text)

    def test_archive(self):
        archive = self.to + ".zip"
        self.suite([a_test(number, [a_mark("x", bytes([number]))]) for number in range(1, 40)], archive)
        with zipfile.ZipFile(archive) as file:
            self.assertIsNone(file.testzip())
            names = file.namelist()
            self.assertEqual(names, ["metadata.xml"] + [f"test{number:06}.xml" for number in range(1, 40)])
            self.assertEqual(xml.fromstring(file.read("test000039.xml"))[0].text, "39")

    def test_other_input(self):
        self.results([a_test(1, [an_input(b"x")])], sources=[__file__])
        self.assertIn("1 test left out: with input (stdin) that is no result of __VERIFIER_nondet_X",
                      self.export("testcomp", fails_with=2))
        # Nothing on standard input is input, too, if the program reads it.
        shutil.rmtree(self.out)
        self.results([a_test(1, [an_input(b"")]), a_test(2, [an_input(b"x")])], sources=[__file__])
        self.assertIn("2 tests left out: with input (stdin)", self.export("testcomp", fails_with=2))
        self.assertFalse(os.path.exists(self.to))
        # ... and if it does not, a path without values is a test.
        shutil.rmtree(self.out)
        self.results([a_test(1, [an_input(b"")]), a_test(2, [an_input(b""), a_mark("n", b"x")])], sources=[__file__])
        self.assertIn("2 tests written", self.export("testcomp"))

    def test_the_same_function_has_the_same_name(self):
        self.assertEqual(self.values([an_input(b""), a_mark("__VERIFIER_nondet_char", b"a"),
                                      a_mark("__VERIFIER_nondet_char", b"b", "__VERIFIER_nondet_char#2")]),
                         [("__VERIFIER_nondet_char", "char", "97"), ("__VERIFIER_nondet_char", "char", "98")])

    def test_source_is_gone(self):
        self.results([a_test(1, [])], sources=["/nowhere/a.c"])
        self.assertIn("/nowhere/a.c: the file cannot be read", self.export("testcomp", fails_with=2))
        self.assertFalse(os.path.exists(self.to))


class DotTree(Export):
    TREE = {"nodes": [a_node(1, 0, "", 1), a_node(9, 1, "+", 2, caller=3, closed=False), a_node(4, 1, "-", 4, complete=False)],
            "ends": [an_end(9, "+", "end"), an_end(9, "-", "unvisited"), an_end(4, "=0", "infeasible"), an_end(4, "=1", "end"),
                     an_end(4, "=2", "unknown: time"), an_end(4, "@other", "left out: values")]}
    TESTS = [a_test(1, [an_input(b"a")], path="1+ 2/3+"), a_test(2, [an_input(b"b")], "signalled", 6, path="1- 4=1"),
             a_test(3, [an_input(b"c")], path="1- 3=1"), a_test(4, [an_input(b"c")], path="1-")]

    def draw(self, *options):
        said = self.export("dot", *options)
        with open(self.to, encoding="utf-8") as file:
            return Dot(file.read()), said

    def test_tree(self):
        self.results(self.TESTS, tree=self.TREE)
        dot, said = self.draw()
        self.assertEqual(said, f"The tree is in {self.to}\n")
        self.assertEqual(dot.ways('"odd" 1.c:1'), {"taken": ('"odd" 3.c:3', "blue"), "not taken": ('"odd" 4.c:4', "orange")})
        self.assertEqual(dot.ways('"odd" 3.c:3'), {"taken": ("test 1", "green"), "not taken": ("unvisited", "blue")})
        self.assertEqual(dot.ways('"odd" 4.c:4'),
                         {"default": ("infeasible", "grey"), "way 1": ("test 2: signal 6", "red"),
                          "way 2": ("unknown: time", "orange"), "other": ("left out: values", "orange")})
        self.assertIn(("n0", "n1", ""), dot.edges)
        self.assertEqual(len(dot.nodes), 1 + 3 + 6)

    def test_standard_output(self):
        self.results(self.TESTS, tree=self.TREE)
        outcome = subprocess.run([BRAID, "export", self.out, "--format", "dot", "-o", "-"], text=True, capture_output=True, check=True)
        self.assertEqual(len(Dot(outcome.stdout).nodes), 10)
        self.assertEqual(outcome.stderr, "")
        self.assertIn("makes a folder", self.export("afl", to="-", fails_with=2))

    def test_no_decisions(self):
        self.results([])
        dot, _ = self.draw()
        self.assertEqual(sorted(map(dot.named, dot.nodes)), ["", "no decision depends on input"])

    def test_dropped_parts(self):
        self.results([a_test(1, [], path="1+ 2+"), a_test(2, [], path="1+ 2-"), a_test(3, [], "signalled", 11, path="1- 2+"),
                      a_test(4, [], path="1- 2-")],
                     tree={"nodes": [a_node(1, 0, "", 1)], "ends": [an_end(1, "+", "finished"), an_end(1, "-", "closed")]})
        dot, _ = self.draw()
        self.assertEqual(dot.ways('"odd" 1.c:1'), {"taken": ("finished: 2 tests", "green"), "not taken": ("test 3: signal 11", "red")})

    def test_long_chains(self):
        """1000 steps, one after the other, with a fork in the middle."""
        nodes = [a_node(1, 0, "", 1)] + [a_node(i, i - 1, "+", 2) for i in range(2, 1001)]
        ends = [an_end(i, "-", "infeasible" if i != 500 else "end") for i in range(1, 1001)] + [an_end(1000, "+", "end")]
        self.results([], tree={"nodes": nodes, "ends": ends})
        dot, said = self.draw("--max-nodes", "999")
        self.assertEqual(dot.ways('"odd" 1.c:1\n… 500 steps …\n"odd" 2.c:2\n499 infeasible'),
                         {"taken": ('"odd" 2.c:2\n… 500 steps …\n"odd" 2.c:2\n499 infeasible', "black"), "not taken": ("end", "green")})
        self.assertEqual(len(dot.nodes), 1 + 2 + 3)
        self.assertIn("the tree has 1000 nodes and is drawn shorter: --max-nodes", said)
        for most in ("1000", "0"):
            dot, said = self.draw("--max-nodes", most)
            self.assertEqual(len(dot.nodes), 1 + 1000 + 1001)
            self.assertNotIn("shorter", said)

    def test_many_forks(self):
        """A whole tree of depth 10: the nodes nearest to its root are drawn, the others are counted."""
        nodes = [a_node(1, 0, "", 1)] + [a_node(i, i // 2, "+-"[i % 2], 2) for i in range(2, 1024)]
        ends = [an_end(i, choice, "end") for i in range(512, 1024) for choice in "+-"]
        self.results([], tree={"nodes": nodes, "ends": ends})
        dot, _ = self.draw("--max-nodes", "15")
        self.assertEqual({name for name in dot.nodes if name.startswith("n")}, {f"n{i}" for i in range(16)})
        more = [dot.named(name) for name in dot.nodes if name.startswith("e")]
        self.assertEqual(more, ["… 63 more"] * 16)


class Trouble(Export):
    def damaged(self, file, change, *said, format_name="afl", fails_with=5):
        path = os.path.join(self.out, file)
        with open(path, encoding="utf-8") as old:
            text = old.read()
        changed = change(text)
        self.assertNotEqual(text, changed)
        with open(path, "w", encoding="utf-8") as new:
            new.write(changed)
        message = self.export(format_name, fails_with=fails_with)
        with open(path, "w", encoding="utf-8") as new:
            new.write(text)
        self.assertIn(path + ": ", message)
        for part in said:
            self.assertIn(part, message)
        self.assertGreaterEqual(message.count("\n"), 2, "no next step in: " + message)

    def test_not_a_results_folder(self):
        said = self.export("afl", fails_with=2)
        self.assertIn(f"braid: {self.out}: there is no such folder\n", said)
        os.makedirs(os.path.join(self.out))
        self.assertIn("is not a results folder: it has no campaign.json\n  Give the folder", self.export("afl", fails_with=2))
        Results(os.path.join(self.out, "prog"), [])
        self.assertIn(f"There is one in {self.out}/prog.", self.export("afl", fails_with=2))
        self.assertFalse(os.path.exists(self.to))

    def test_damaged_files(self):
        self.results([a_test(1, [an_input(b"ab")], path="1+")], tree=DotTree.TREE)
        self.damaged("campaign.json", lambda text: text.replace('"format": 1', '"format": 2'), "a newer Braid", "format 2")
        self.damaged("campaign.json", lambda text: text.replace('"format": 1', '"format": 0'), "format is 0")
        self.damaged("campaign.json", lambda text: text[:-1], "not JSON")
        self.damaged("campaign.json", lambda text: "[]", "the content is not an object")
        self.damaged("campaign.json", lambda text: text.replace("program", "programme"), "program is missing")
        test = "tests/000001.json"
        self.damaged(test, lambda text: text.replace('"6162"', '"616"'), "inputs[0].hex has half a byte")
        self.damaged(test, lambda text: text.replace('"6162"', '"61zz"'), "inputs[0].hex", "hexadecimal")
        self.damaged(test, lambda text: text.replace('"stdin"', '"pipe"'), "inputs[0].kind is 'pipe'")
        self.damaged(test, lambda text: text.replace('"exited"', "3"), "outcome.ending is not a text")
        self.damaged(test, lambda text: text.replace('"number": 1', '"number": 2'), "number is 2")
        self.damaged(test, lambda text: text.replace('"number": 1', '"number": -1'), "number is not a number")
        self.damaged(test, lambda text: text.replace("true", "1"), "is_path is neither true nor false")
        self.damaged("tests/000001.input", lambda text: "ac", "does not hold the inputs that 000001.json describes")
        self.damaged("sites.json", lambda text: "{}", "is not a list", format_name="dot")
        self.damaged("sites.json", lambda text: text.replace('"number": 2', '"number": 1'), "[1].number was given", format_name="dot")

    def test_damaged_trees(self):
        self.results([], tree=DotTree.TREE)
        for change, said in [(lambda text: text.replace('"parent": 0', '"parent": 1'), "3 of 3 nodes do not hang on the first"),
                             (lambda text: text.replace('"id": 4', '"id": 9'), "there are two nodes 9"),
                             (lambda text: text.replace('{"parent": 4', '{"parent": 5'), "node 5, which does not exist"),
                             (lambda text: text.replace('"closed": false', '"closed": 0'), "nodes[1].closed is neither"),
                             (lambda text: text.replace('"ends"', '"end"'), "ends is missing"),
                             (lambda text: text.replace('"ends": [', '"ends": [7, '), "ends[0] is not an object"),
                             (lambda text: text[:200], "not JSON")]:
            self.damaged("tree.json", change, said, format_name="dot")

    def test_missing_files(self):
        self.results([a_test(1, [an_input(b"ab")])])
        os.remove(os.path.join(self.out, "tests/000001.input"))
        self.assertIn("tests/000001.input: the file cannot be read: No such file", self.export("afl", fails_with=5))
        os.remove(os.path.join(self.out, "tree.json"))
        self.assertIn("tree.json: the file cannot be read", self.export("dot", fails_with=5))
        shutil.rmtree(os.path.join(self.out, "tests"))
        self.assertIn("tests: the folder of the tests cannot be read", self.export("afl", fails_with=5))

    def test_destination(self):
        self.results([a_test(1, [an_input(b"ab")])])
        os.makedirs(self.to)
        self.export("ktest")
        self.assertIn("there are files in the folder", self.export("ktest", fails_with=2))
        with open(os.path.join(self.place, "file"), "w", encoding="utf-8"):
            pass
        self.assertIn("file: the folder cannot be made", self.export("afl", to=os.path.join(self.place, "file"), fails_with=2))
        self.assertIn("cannot be written: No such file", self.export("dot", to=os.path.join(self.place, "no/x.dot"), fails_with=5))

    def test_command_line(self):
        said = self.export("pdf", fails_with=2)
        self.assertIn("there is no format 'pdf'; there are afl, corpus, ktest, testcomp, dot", said)
        self.assertIn("More: braid export --help", said)


STDIN_PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int letter = getchar();
  if (letter == EOF)
    return 1;
  if (letter == '!')
    abort();
  if (letter == 'f') {
    puts("failed");
    return 2;
  }
  return 3;
}
"""

NONDET_PROGRAM = """
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (__VERIFIER_nondet_int() < -1000)
    return 1;
  if (__VERIFIER_nondet_uchar() > 200) {
    puts("many");
    return 2;
  }
  return 3;
}
"""

# What a judge of Test-Comp links to the program: each call reads the next value.
HARNESS = """
#include <stdio.h>
int __VERIFIER_nondet_int(void) { int value = 0; scanf("%d", &value); return value; }
unsigned char __VERIFIER_nondet_uchar(void) { unsigned char value = 0; scanf("%hhu", &value); return value; }
"""


class RealResults(Export):
    """What braid run wrote, exported, and run on a program that Braid has not touched."""

    def explore(self, program, codes, *others):
        path = os.path.join(self.place, "program.c")
        sources = [path, *(os.path.join(self.place, f"other{i}.c") for i in range(len(others)))]
        for source, text in zip(sources, [program, *others]):
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
        outcome = subprocess.run([BRAID, "run", path, "-o", self.out], text=True, capture_output=True, check=False)
        self.assertIn(outcome.returncode, codes, outcome.stdout + outcome.stderr)
        plain = os.path.join(self.place, "plain")
        subprocess.run(["clang-19", *sources, "-o", plain], check=True)
        return plain

    @staticmethod
    def run_plain(plain, data):
        return subprocess.run([plain], input=data, capture_output=True, check=False).returncode

    def test_afl(self):
        plain = self.explore(STDIN_PROGRAM, [1])
        self.export("afl")
        ends = sorted((name.split("/")[0], self.run_plain(plain, data)) for name, data in contents(self.to).items())
        self.assertEqual(ends, [("crashes", -6), ("queue", 1), ("queue", 2), ("queue", 3)])

    def test_testcomp(self):
        plain = self.explore(NONDET_PROGRAM, [0], HARNESS)
        self.export("testcomp")
        suite = contents(self.to)
        del suite["metadata.xml"]
        values = ["\n".join(value.text for value in xml.fromstring(text)) for text in suite.values()]
        self.assertEqual(sorted(self.run_plain(plain, data.encode()) for data in values), [1, 2, 3])

    def test_dot(self):
        self.explore(STDIN_PROGRAM, [1])
        self.export("dot")
        with open(self.to, encoding="utf-8") as file:
            dot = Dot(file.read())
        colours = [facts.get("color") for name, facts in dot.nodes.items() if name.startswith("e")]
        self.assertEqual((colours.count("green"), colours.count("red")), (3, 1))

    def test_ktest(self):
        self.explore(STDIN_PROGRAM, [1])
        self.export("ktest")
        found = [dict(read_ktest(data)[1]).get("stdin") for data in contents(self.to).values()]
        self.assertEqual(len(found), 4)
        for expected in (None, b"!", b"f"):  # there is no object for an empty standard input
            self.assertIn(expected, found)


if __name__ == "__main__":
    unittest.main()
