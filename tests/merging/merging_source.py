"""Random programs for merging: those of tests/explore/random_source.py, with more that two paths can differ in: global
variables, fields of structures, memory from the heap, pointers that are set on one side of a branch, early exits, and
planted errors, each at a line of its own."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "explore"))

from random_source import ARRAY, STATEMENTS, Generator, Node, Source, text  # noqa: E402

GLOBALS = (("global0", "int32_t"), ("global1", "uint8_t"), ("record.count", "int32_t"), ("record.flag", "uint8_t"),
           ("(*pointer)", "int32_t"))
TARGETS = ("&global0", "&record.count", "&heap[2]", "&heap[5]")

STATEMENTS["point"] = lambda node: [f"pointer = {node.value[0]};"]
STATEMENTS["leave"] = lambda node: [f"exit({node.value[0]});"]
STATEMENTS["error"] = lambda node: ["abort();"]


class MergingSource(Source):
    """With the global variables in front, and the heap made in main."""

    def copy(self):
        plain = super().copy()
        return MergingSource(plain.values, plain.from_standard_input, plain.arrays, plain.functions)

    def text(self):
        arrays, self.arrays = self.arrays, [array for array in self.arrays if array[0] != "heap"]
        lines = super().text().split("\n")
        self.arrays = arrays
        at = next(i for i, line in enumerate(lines) if line.startswith("#define STEP")) + 1
        lines[at:at] = ["static int32_t global0 = 3;", "static uint8_t global1;",
                        "static struct { int32_t count; uint8_t flag; } record;",
                        "static int32_t *heap, *pointer = &global0;",
                        "static void use_all(void) { (void)global1; (void)record; (void)heap; (void)pointer; }"]
        at = lines.index("int main(void) {") + 1
        lines[at:at] = [f"  heap = calloc({ARRAY}, sizeof *heap);", "  if (!heap) return 9;", "  use_all();"]
        return "\n".join(lines)


class MergingGenerator(Generator):
    """Everything follows from the seed."""

    def source(self):
        plain = super().source()
        return MergingSource(plain.values, plain.from_standard_input, self.arrays, plain.functions)

    def function(self, name, size):
        if not any(array[0] == "heap" for array in self.arrays):
            self.arrays.append(("heap", "int32_t", []))
        return super().function(name, size)

    def block(self, size, depth):
        self.variables += [each for each in GLOBALS if each not in self.variables]
        return super().block(size, depth)

    def statement(self, depth):
        chance = self.random.random()
        if depth > 0 and chance < 0.05:
            return self.only_if(Node("error"))
        if depth > 0 and chance < 0.07:
            return self.only_if(Node("leave", [self.random.randrange(4)]))
        if chance < 0.13:
            return self.only_if(Node("point", [self.random.choice(TARGETS)]))
        if chance < 0.25: # a flag, which a later branch may look at
            name, kind = self.random.choice(GLOBALS[:4])
            return self.only_if(Node("assign", (name, kind), [Node("constant", [self.random.randrange(4)])]))
        return super().statement(depth)

    def only_if(self, node):
        return Node("if", (), [self.condition(1), Node("block", (), [node]), Node("block")])


__all__ = ["MergingGenerator", "MergingSource", "text"]
