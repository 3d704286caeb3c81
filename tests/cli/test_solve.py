"""braid solve: answers as solvers give them, exit codes, messages with places, and agreement with Z3."""

import csv
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

BRAID = os.path.join(os.environ["BRAID_PREFIX"], "bin", "braid")

SCRIPT = """
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const |a b| Bool)
(assert (! (bvult x #x05) :named small))
(assert (! (bvult #x02 x) :named large))
(check-sat)
(get-value (x (bvmul x #x00) |a b|))
(push 1)
(assert (! (= x #x09) :named nine))
(check-sat)
(get-unsat-core)
(pop 1)
(check-sat-assuming ((= x #x03) (= x #x04)))
(echo "end")
"""

# The product of two primes of 60 and 62 bits.
HARD = """
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (bvmul ((_ zero_extend 64) x) ((_ zero_extend 64) y)) (_ bv5316911983139663122240058080372197633 128)))
(assert (bvult #x0000000000000001 x))
(assert (bvult x y))
(check-sat)
"""


def solve(*arguments, text="", **options):
    return subprocess.run([BRAID, "solve", *arguments], input=text, text=True, capture_output=True, check=False, **options)


class Solve(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="braid-solve-")
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_answers(self):
        outcome = solve(self.file("a.smt2", SCRIPT))
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        lines = outcome.stdout.splitlines()
        self.assertEqual(lines[0], "sat")
        self.assertRegex(lines[1], r"^\(\(x #x0[34]\)$")
        self.assertEqual(lines[2], " ((bvmul x #x00) #x00)")
        self.assertRegex(lines[3], r"^ \(\|a b\| (true|false)\)\)$")
        self.assertEqual(lines[4], "unsat")
        self.assertIn("nine", lines[5])
        self.assertEqual(lines[6:], ["unsat", '"end"'])

    def test_every_solver_says_the_same(self):
        verdicts = ["sat", "unsat", "unsat"]
        for options in ([], ["--solver", "bv"], ["--solver", "z3"], ["--solver=intervals"],
                        ["--without", "normalise,slice,reuse,cache,values,bits"],
                        ["--memory-limit", "0", "--time-limit", "0"],
                        ["--solver", "z3", "--memory-limit", "0"]):
            outcome = solve(*options, "-", text=SCRIPT)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            found = [line for line in outcome.stdout.splitlines() if line in ("sat", "unsat", "unknown")]
            self.assertEqual(found, verdicts, options)

    def test_model_and_arrays_and_numbers(self):
        outcome = solve("-", text="""
            (declare-const f Float32) (declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
            (assert (fp.lt f ((_ to_fp 8 24) RNE (- 1.5)))) (assert (not (fp.isInfinite f)))
            (assert (= (select a #x3) #x11)) (check-sat) (get-model) (get-value ((select a #x3) (store a #x1 #x22)))""")
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        self.assertIn("(define-fun f () (_ FloatingPoint 8 24)\n    (fp #b1 ", outcome.stdout)
        self.assertIn("((select a #x3) #x11)", outcome.stdout)
        self.assertIn("#x1 #x22)", outcome.stdout)

    def test_several_files(self):
        first = self.file("first.smt2", "(assert true) (check-sat)")
        second = self.file("second.smt2", "(assert false) (check-sat)")
        outcome = solve(first, second, "-", text="(check-sat)")
        self.assertEqual(outcome.stdout, f"{first}: sat\n{second}: unsat\nstandard input: sat\n")
        broken = self.file("broken.smt2", "(assert tru)")
        outcome = solve(broken, first)
        self.assertEqual((outcome.returncode, outcome.stdout), (2, f"{first}: sat\n"))

    def test_errors_have_places(self):
        path = self.file("broken.smt2", "(check-sat)\n(assert\n  (bvadd #x1 y))\n")
        outcome = solve(path)
        self.assertEqual((outcome.returncode, outcome.stdout), (2, "sat\n"))
        self.assertEqual(outcome.stderr, f"{path}:3:14: y was not declared\n")
        self.assertIn("standard input:1:1: expected ')'", solve("-", text="(assert true").stderr)

    def test_questions_without_an_answer(self):
        outcome = solve("-", text="(get-model) (assert false) (check-sat) (get-value (true)) (get-proof) (get-info :name)")
        self.assertEqual(outcome.returncode, 0)
        lines = outcome.stdout.splitlines()
        self.assertRegex(lines[0], r'^\(error "line 1 column 1: there is no model')
        self.assertEqual(lines[1], "unsat")
        self.assertRegex(lines[2], r'^\(error ')
        self.assertEqual(lines[3:], ["unsupported", '(:name "braid")'])

    def test_what_is_not_supported_is_unknown(self):
        outcome = solve("-", text="(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n(get-info :reason-unknown)")
        self.assertEqual((outcome.returncode, outcome.stdout), (4, 'unknown\n(:reason-unknown "theory")\n'))
        self.assertIn("standard input:2:12: not supported: the sort Int", outcome.stderr)

    def test_status_is_compared(self):
        outcome = solve("-", text="(set-info :status unsat) (assert true) (check-sat)")
        self.assertEqual((outcome.returncode, outcome.stdout), (5, "sat\n"))
        self.assertIn(":status", outcome.stderr)
        self.assertEqual(solve("-", text="(set-info :status sat) (check-sat)").returncode, 0)

    def test_time_limit(self):
        for solver in ("layers", "bv", "z3"):
            begin = time.monotonic()
            outcome = solve("--solver", solver, "--time-limit", "0.5", "-", text=HARD)
            self.assertEqual((outcome.returncode, outcome.stdout), (4, "unknown\n"), outcome.stderr)
            self.assertIn("--time-limit", outcome.stderr)
            self.assertLess(time.monotonic() - begin, 30)

    def test_interruption(self):
        for solver in ("bv", "z3"):
            process = subprocess.Popen([BRAID, "solve", "--solver", solver, "--time-limit", "0", "-"], text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdin.write('(set-option :print-success true) (push 1)' + HARD)
            process.stdin.close()
            for _ in range(7):  # it is at work when it has answered to all that needs no work
                self.assertEqual(process.stdout.readline(), "success\n")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.read(), "unknown\n")
            self.assertEqual(process.wait(timeout=60), 4)
            self.assertIn("interrupted", process.stderr.read())
            process.stdout.close()
            process.stderr.close()

    def test_external_solver(self):
        path = self.file("solver", "#!/bin/sh\nwhile read -r line; do case \"$line\" in *check-sat*) echo unsat;; "
                                   "*get-unsat-core*) echo '()';; esac; done\n")
        os.chmod(path, 0o755)
        text = "(declare-const x (_ BitVec 8)) (assert (= x #x01)) (check-sat)"
        self.assertEqual(solve("--solver", "z3", "--external-solver", path, "-", text=text).stdout, "unsat\n")
        outcome = solve("--solver", "z3", "--external-solver", "no-such-solver", "-", text=text)
        self.assertEqual((outcome.returncode, outcome.stdout), (5, "unknown\n"))
        self.assertIn("no-such-solver is not installed", outcome.stderr)

    def test_query_log(self):
        queries = os.path.join(self.folder, "queries")
        self.assertEqual(solve("--dump-queries", queries, "-", text=SCRIPT).returncode, 0)
        with open(os.path.join(queries, "index.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["verdict"] for row in rows], ["sat", "unsat", "unsat"])
        for row in rows:
            path = os.path.join(queries, row["hash"] + ".smt2")
            self.assertEqual(solve(path).stdout, row["verdict"] + "\n")
            self.assertEqual(subprocess.run(["z3", path], text=True, capture_output=True, check=False).stdout,
                             row["verdict"] + "\n")
        outcome = solve("--dump-queries", "/dev/null/x", "-", text=SCRIPT)
        self.assertEqual(outcome.returncode, 2)
        self.assertEqual(outcome.stderr.count("cannot be written"), 1)

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            outcome = subprocess.run([BRAID, "solve", "-"], input=SCRIPT.encode(), stdout=full, stderr=subprocess.PIPE,
                                     check=False)
        self.assertEqual(outcome.returncode, 5)
        self.assertIn(b"could not be written", outcome.stderr)

    def test_strings(self):
        self.assertEqual(solve("-", text='(echo "he said ""hi""")').stdout, '"he said ""hi"""\n')

    # Things that once took for ever: arrays in a local search, choices between arrays that share their past.
    def test_arrays_that_are_hard_to_search(self):
        arrays = "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))\n(declare-const c (_ BitVec 40))\n"
        product = "(assert (= (bvmul (select a #x03) (select a #x04)) #x23))\n(check-sat)\n"
        self.assertEqual(solve("-", text=arrays + product).stdout, "sat\n")
        chain = "".join(f"(define-fun a{i + 1} () (Array (_ BitVec 8) (_ BitVec 8)) (ite (= ((_ extract {i} {i}) c) #b1) "
                        f"(store {'a%d' % i if i else 'a'} #x{i:02x} #x2a) {'a%d' % i if i else 'a'}))\n" for i in range(40))
        question = "(assert (= (select a40 ((_ extract 7 0) c)) #x2a))\n(check-sat)\n"
        self.assertEqual(solve("-", text=arrays + chain + question).stdout, "sat\n")

    def test_statistics(self):
        outcome = solve("--statistics", "-", text=SCRIPT)
        self.assertRegex(outcome.stderr, r"(?m)^layer +asked +sat +unsat +unknown +time$")
        self.assertRegex(outcome.stderr, r"(?m)^bits +\d+ ")

    def test_usage(self):
        for arguments, part in (([], "FILES"), (["nothing.smt2"], "cannot be read"), (["--solver", "x", "-"], "layers, bv"),
                                (["--without", "bits,x", "-"], "normalise"), (["--time-limit", "soon", "-"], "seconds"),
                                (["--memory-limit", "much", "-"], "size"), ([self.folder], "cannot be read")):
            outcome = solve(*arguments)
            self.assertEqual((outcome.returncode, outcome.stdout), (2, ""), arguments)
            self.assertIn(part, outcome.stderr)
            self.assertIn("braid solve --help", outcome.stderr)


class RandomScript:
    """A script over a few symbols, with lets, definitions and levels."""

    def __init__(self, source):
        self.random = source
        self.widths = {f"x{i}": source.choice([1, 3, 8, 8, 16]) for i in range(4)}

    def bits(self, width, depth):
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.15:
            names = [name for name, own in self.widths.items() if own == width]
            if names and self.random.random() < 0.7:
                return pick(names)
            return f"(_ bv{self.random.randrange(1 << width)} {width})"
        kind = self.random.randrange(8)
        if kind == 0 and width > 1:
            part = self.random.randrange(1, width)
            return f"(concat {self.bits(part, depth - 1)} {self.bits(width - part, depth - 1)})"
        if kind == 1:
            more = self.random.randrange(1, 9)
            low = self.random.randrange(more + 1)
            return f"((_ extract {low + width - 1} {low}) {self.bits(width + more, depth - 1)})"
        if kind == 2:
            return f"(ite {self.truth(depth - 1)} {self.bits(width, depth - 1)} {self.bits(width, depth - 1)})"
        if kind == 3 and width == 8:
            return f"(twice {self.bits(8, depth - 1)})"
        if kind == 4:
            return f"(let ((l {self.bits(width, depth - 1)})) (bvadd l (bvnot l) {self.bits(width, depth - 1)}))"
        if kind == 5:
            return f"((_ rotate_left {self.random.randrange(9)}) {self.bits(width, depth - 1)})"
        function = pick(["bvadd", "bvsub", "bvmul", "bvudiv", "bvsdiv", "bvurem", "bvsrem", "bvsmod", "bvand", "bvor",
                         "bvxor", "bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr", "bvashr"])
        return f"({function} {self.bits(width, depth - 1)} {self.bits(width, depth - 1)})"

    def truth(self, depth):
        if self.random.random() < 0.25 and depth > 0:
            function = self.random.choice(["and", "or", "xor", "=>", "="])
            return f"({function} {self.truth(depth - 1)} {self.truth(depth - 1)})"
        width = self.random.choice([1, 3, 8, 8, 16])
        function = self.random.choice(["=", "distinct", "bvult", "bvule", "bvsgt", "bvsge", "bvslt", "bvugt"])
        return f"({function} {self.bits(width, depth)} {self.bits(width, depth)})"

    def text(self):
        lines = ["(set-logic QF_BV)", "(define-fun twice ((l (_ BitVec 8))) (_ BitVec 8) (bvadd l l))"]
        lines += [f"(declare-const {name} (_ BitVec {width}))" for name, width in self.widths.items()]
        levels = 0
        for _ in range(self.random.randrange(3, 12)):
            step = self.random.randrange(6)
            if step == 0:
                lines.append("(push 1)")
                levels += 1
            elif step == 1 and levels:
                lines.append("(pop 1)")
                levels -= 1
            elif step == 2:
                lines.append("(check-sat)")
            else:
                lines.append(f"(assert {self.truth(2)})")
        lines.append("(check-sat)")
        return "\n".join(lines) + "\n"


class AgainstZ3(unittest.TestCase):
    def test_random_scripts(self):
        given = os.environ.get("BRAID_TEST_SEED")
        seed = int(given, 0) if given else random.SystemRandom().randrange(1 << 32)
        source = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="braid-solve-") as folder:
            path = os.path.join(folder, "script.smt2")
            for number in range(40):
                script = RandomScript(source)
                text = script.text()
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                expected = subprocess.run(["z3", "-T:20", path], text=True, capture_output=True, check=False).stdout
                if "timeout" in expected or "unknown" in expected:
                    continue
                outcome = solve("--time-limit", "60", path)
                self.assertEqual((outcome.stdout, outcome.stderr), (expected, ""),
                                 f"BRAID_TEST_SEED={seed} script {number}\n{text}")
                if not expected.endswith("sat\n") or expected.endswith("unsat\n"):
                    continue
                # The model of the last answer, given to Z3 as facts.
                names = " ".join(script.widths)
                model = solve("-", text=text + f"(get-value ({names}))").stdout
                facts = [f"(assert (= {name} {value}))" for name, value in re.findall(r"\((x\d) (#[xb][0-9a-f]+)\)", model)]
                self.assertEqual(len(facts), len(script.widths), model)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.removesuffix("(check-sat)\n") + "\n".join(facts) + "\n(check-sat)\n")
                checked = subprocess.run(["z3", path], text=True, capture_output=True, check=False).stdout
                self.assertTrue(checked.endswith("sat\n") and not checked.endswith("unsat\n"),
                                f"BRAID_TEST_SEED={seed} script {number}\n{text}{facts}")


if __name__ == "__main__":
    unittest.main()
