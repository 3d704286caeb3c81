"""Random C programs over two bytes of input, without undefined behaviour, that can be made smaller.

A program is a tree of nodes. Whatever expression stands where, the text around it casts it to the type it needs, so any
expression may replace any other: that keeps both the generator and the shrinking simple. Arithmetic that could
overflow is done unsigned, divisors are at least 2, shifts and indices are masked. Loops have small bounds, calls go
to functions defined before or, with a depth that is counted down, to the function itself; a counter of steps, which
does not depend on input, ends programs that would run for long all the same."""

import random

TYPES = ("uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t", "uint64_t", "int64_t")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
ARITHMETIC = ("+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%")
ARRAY = 8  # elements of each array
STEPS = 3000  # loop iterations and calls in one run
DEPTH = 3  # of recursion
# How many values each byte of input takes. Few programs use all: each input is run.
VALUES = ((64, 64), (64, 64), (32, 32), (16, 256), (256, 16), (256, 8))


class Node:
    """kind: what it is; value: names, operators and numbers; parts: nodes below."""

    def __init__(self, kind, value=(), parts=()):
        self.kind, self.value, self.parts = kind, tuple(value), list(parts)

    def copy(self):
        return Node(self.kind, self.value, [part.copy() for part in self.parts])

    def everywhere(self):
        """This node and all below it."""
        yield self
        for part in self.parts:
            yield from part.everywhere()

    def is_expression(self):
        return self.kind in EXPRESSIONS


# --- text ---

def unsigned(kind):
    """The type in which to compute what might overflow: narrower ones would be promoted to int."""
    return "uint64_t" if "64" in kind else "uint32_t"


def bits(kind):
    return int(kind.strip("uint_"))


def arithmetic(node):
    operator, kind = node.value
    left, right = (text(part) for part in node.parts)
    if operator in ("/", "%"):
        return f"({kind})(({kind}){left} {operator} ({kind})((({kind}){right} & 7) + 2))"
    if operator == ">>":
        return f"({kind})(({kind}){left} >> ((uint32_t){right} & {bits(kind) - 1}))"
    if operator == "<<":
        return f"({kind})(({unsigned(kind)}){left} << ((uint32_t){right} & {bits(kind) - 1}))"
    return f"({kind})(({unsigned(kind)}){left} {operator} ({unsigned(kind)}){right})"


def constant(value):
    return f"({value})" if value < 0 else str(value)


EXPRESSIONS = {
    "constant": lambda node: constant(node.value[0]),
    "variable": lambda node: node.value[0],
    "load": lambda node: f"{node.value[0]}[(uint32_t){text(node.parts[0])} & {ARRAY - 1}]",
    "arithmetic": arithmetic,
    "compare": lambda node: f"(({node.value[1]}){text(node.parts[0])} {node.value[0]} "
                            f"({node.value[1]}){text(node.parts[1])})",
    "and": lambda node: f"({text(node.parts[0])} && {text(node.parts[1])})",
    "or": lambda node: f"({text(node.parts[0])} || {text(node.parts[1])})",
    "not": lambda node: f"(!{text(node.parts[0])})",
    "choice": lambda node: f"({text(node.parts[0])} ? (int64_t){text(node.parts[1])} : "
                           f"(int64_t){text(node.parts[2])})",
    "call": lambda node: f"{node.value[0]}((int32_t){text(node.parts[0])}, (int32_t){text(node.parts[1])}, {DEPTH})",
    "again": lambda node: f"(depth > 0 ? {node.value[0]}((int32_t){text(node.parts[0])}, "
                          f"(int32_t){text(node.parts[1])}, depth - 1) : 0)",
}


def switch_lines(node):
    """value: for each case its constants and whether it runs on into the next; parts: what is switched on, then the
    blocks of the cases, the last one that of the default."""
    lines = [f"switch ((int32_t){text(node.parts[0])}) {{"]
    for (constants, falls), block in zip(node.value, node.parts[1:]):
        lines += [f"case {constant(number)}:" for number in constants]
        lines += ["  " + line for line in block_lines(block)]
        lines.append("  __attribute__((fallthrough));" if falls else "  break;")
    return lines + ["default:"] + ["  " + line for line in block_lines(node.parts[-1])] + ["  break;", "}"]


def if_lines(node):
    lines = [f"if ({text(node.parts[0])}) {{"] + ["  " + line for line in block_lines(node.parts[1])]
    if node.parts[2].parts:
        lines += ["} else {"] + ["  " + line for line in block_lines(node.parts[2])]
    return lines + ["}"]


def loop_lines(node, head, tail):
    return [head, "  STEP;"] + ["  " + line for line in block_lines(node.parts[1])] + [tail]


def for_lines(node):
    counter, mask = node.value
    bound = f"((uint32_t){text(node.parts[0])} & {mask})"
    return loop_lines(node, f"for (uint32_t {counter} = 0; {counter} < {bound}; {counter}++) {{", "}")


def do_lines(node):
    counter, most = node.value
    return ([f"{{ uint32_t {counter} = 0;"]
            + loop_lines(node, "do {", f"}} while (++{counter} < {most} && {text(node.parts[0])}); }}"))


STATEMENTS = {
    "block": lambda node: block_lines(node),
    "assign": lambda node: [f"{node.value[0]} = ({node.value[1]}){text(node.parts[0])};"],
    "store": lambda node: [f"{node.value[0]}[(uint32_t){text(node.parts[0])} & {ARRAY - 1}] = "
                           f"({node.value[1]}){text(node.parts[1])};"],
    "if": if_lines,
    "for": for_lines,
    "do": do_lines,
    "switch": switch_lines,
    "return": lambda node: [f"return (int32_t){text(node.parts[0])};"],
    "break": lambda node: ["break;"],
    "continue": lambda node: ["continue;"],
}


def text(node):
    return EXPRESSIONS[node.kind](node)


def block_lines(node):
    return [line for statement in node.parts for line in STATEMENTS[statement.kind](statement)]


class Source:
    """A whole program: arrays and functions; the last function is the program proper."""

    def __init__(self, values, from_standard_input, arrays, functions):
        self.values, self.from_standard_input = values, from_standard_input
        self.arrays = arrays  # name, type, elements
        self.functions = functions  # name, local variables (name, type), Node of the body, Node of the last return

    def copy(self):
        return Source(self.values, self.from_standard_input, list(self.arrays),
                      [(name, list(variables), body.copy(), result.copy())
                       for name, variables, body, result in self.functions])

    def function_lines(self, function):
        name, variables, body, result = function
        lines = [f"__attribute__((unused)) static int32_t {name}(int32_t a, int32_t b, int32_t depth) {{", "  STEP;"]
        lines += [f"  {kind} {variable} = ({kind}){'ab'[i % 2]}; (void){variable};"
                  for i, (variable, kind) in enumerate(variables)]
        return lines + ["  (void)depth;"] + ["  " + line for line in block_lines(body)] \
            + ["  " + line for line in STATEMENTS["return"](result)] + ["}"]

    def text(self):
        values = ",".join(str(count) for count in self.values)
        lines = ["// A random program.", f"// input: {'stdin 2' if self.from_standard_input else 'mark'}",
                 f"// values: {values}", "#include <braid.h>", "#include <stdint.h>", "#include <stdio.h>",
                 "#include <stdlib.h>", f"static uint32_t steps = {STEPS};",
                 "#define STEP if (steps-- == 0) exit(77)"]
        for name, kind, elements in self.arrays:
            lines.append(f"__attribute__((unused)) static {kind} {name}[{ARRAY}] = "
                         f"{{{', '.join(constant(element) for element in elements)}}};")
        for function in self.functions:
            lines += self.function_lines(function)
        arguments = ", ".join(f"input[{i}] & {count - 1}" for i, count in enumerate(self.values))
        read = ("  int first = getchar(), second = getchar();\n  unsigned char input[2] = "
                "{(unsigned char)first, (unsigned char)second};"
                if self.from_standard_input else "  unsigned char input[2];\n  BRAID_SYMBOLIC(input);")
        lines += ["int main(void) {", read,
                  f"  return (uint8_t){self.functions[-1][0]}({arguments}, {DEPTH}) % 3;", "}"]
        return "\n".join(lines) + "\n"


# --- making them up ---

class Generator:
    """Everything follows from the seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.arrays, self.callable = [], []
        self.variables, self.loops, self.counters = [], 0, 0
        self.current, self.may_recurse = "", False

    def source(self):
        chance = self.random
        self.arrays = [(f"array{i}", chance.choice(TYPES), [chance.randrange(-20, 100) if chance.random() < 0.5 else i
                                                            for i in range(chance.randrange(1, ARRAY + 1))])
                       for i in range(chance.randrange(0, 3))]
        self.arrays = [(name, kind, [abs(element) for element in elements] if kind[0] == "u" else elements)
                       for name, kind, elements in self.arrays]
        functions = [self.function(f"f{i}", 2) for i in range(chance.randrange(0, 3))]
        functions.append(self.function("program", 6))
        return Source(chance.choice(VALUES), chance.random() < 0.25, self.arrays, functions)

    def function(self, name, size):
        chance = self.random
        variables = [(f"v{i}", chance.choice(TYPES)) for i in range(chance.randrange(1, 4))]
        self.variables = [("a", "int32_t"), ("b", "int32_t")] + variables
        self.loops, self.counters = 0, 0
        self.current, self.may_recurse = name, name != "program" and chance.random() < 0.4
        function = (name, variables, self.block(size, 3), Node("return", (), [self.expression(2)]))
        self.callable.append(name)
        return function

    def block(self, size, depth):
        return Node("block", (), [self.statement(depth) for _ in range(self.random.randrange(1, size + 1))])

    def statement(self, depth):
        chance = self.random.random()
        if depth > 0:
            if chance < 0.38:
                other = self.block(2, depth - 1) if self.random.random() < 0.5 else Node("block")
                return Node("if", (), [self.condition(2), self.block(2, depth - 1), other])
            if chance < 0.50 and self.loops < 2:
                return self.loop(depth)
            if chance < 0.60:
                return self.switch(depth)
        if chance > 0.97:
            return Node("if", (), [self.condition(1), Node("block", (), [Node("return", (), [self.expression(1)])]),
                                   Node("block")])
        if self.loops and chance > 0.92:
            leave = Node(self.random.choice(("break", "continue")))
            return Node("if", (), [self.condition(1), Node("block", (), [leave]), Node("block")])
        if self.arrays and chance > 0.82:
            name, kind, _ = self.random.choice(self.arrays)
            return Node("store", (name, kind), [self.index(), self.expression(2)])
        name, kind = self.random.choice([variable for variable in self.variables if variable[1]])
        return Node("assign", (name, kind), [self.expression(3)])

    def loop(self, depth):
        self.loops += 1
        counter = f"i{self.counters}"
        self.counters += 1
        if self.random.random() < 0.7:
            bound = self.expression(1)
            self.variables.append((counter, None))  # may be read, not assigned
            node = Node("for", (counter, self.random.choice((3, 3, 7))), [bound, self.block(2, depth - 1)])
            self.variables.pop()
        else:
            node = Node("do", (counter, self.random.randrange(2, 6)), [self.condition(1), self.block(2, depth - 1)])
        self.loops -= 1
        return node

    def switch(self, depth):
        chance = self.random
        dense = chance.random() < 0.5
        numbers = list(range(chance.randrange(-2, 3), 6)) if dense else chance.sample(range(-40, 200), 5)
        cases = []
        while numbers and len(cases) < 4:
            count = min(len(numbers), chance.randrange(1, 3))
            cases.append((tuple(numbers[:count]), chance.random() < 0.25))
            numbers = numbers[count:]
        blocks = [self.case_block(depth) for _ in range(len(cases) + 1)]
        return Node("switch", cases, [self.expression(2)] + blocks)

    def case_block(self, depth):
        """Without break and continue, which would mean another thing there."""
        loops, self.loops = self.loops, 0
        block = self.block(1, depth - 1)
        self.loops = loops
        return block

    def index(self):
        return self.expression(1) if self.random.random() < 0.4 else Node("constant", [self.random.randrange(ARRAY)])

    def condition(self, depth):
        chance = self.random.random()
        if depth > 0 and chance < 0.25:
            return Node(self.random.choice(("and", "or")), (), [self.condition(depth - 1), self.condition(depth - 1)])
        if depth > 0 and chance < 0.32:
            return Node("not", (), [self.condition(depth - 1)])
        right = Node("constant", [self.random.randrange(-5, 120)]) if self.random.random() < 0.5 \
            else self.expression(depth)
        kind = self.random.choice(TYPES)
        if right.kind == "constant" and kind[0] == "u":
            right = Node("constant", [abs(right.value[0])])
        return Node("compare", (self.random.choice(COMPARISONS), kind), [self.expression(depth), right])

    def expression(self, depth):
        chance = self.random.random()
        if depth == 0 or chance < 0.25:
            if self.random.random() < 0.3:
                return Node("constant", [self.random.choice((0, 1, 2, 3, 7, 10, 31, 100, 127, 128, 255, 1000, -1, -3))])
            return Node("variable", [self.random.choice(self.variables)[0]])
        if chance < 0.75:
            return Node("arithmetic", (self.random.choice(ARITHMETIC), self.random.choice(TYPES)),
                        [self.expression(depth - 1), self.expression(depth - 1)])
        if chance < 0.83 and self.arrays:
            return Node("load", [self.random.choice(self.arrays)[0]], [self.index()])
        if chance < 0.90 and self.callable:
            return Node("call", [self.random.choice(self.callable)],
                        [self.expression(depth - 1), self.expression(depth - 1)])
        if chance < 0.94 and self.may_recurse:
            return Node("again", [self.current], [self.expression(depth - 1), self.expression(depth - 1)])
        if chance < 0.97:
            return Node("choice", (), [self.condition(1), self.expression(depth - 1), self.expression(depth - 1)])
        return self.condition(1)
