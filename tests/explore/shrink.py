"""Makes a random program smaller while it still shows what it showed.

One change after the other is tried, large ones first: functions and statements left out, a statement replaced by
what is in it, an expression by a part of it or by a constant. A change that does not even compile shows nothing, and
is taken back like any other that does not help."""

import time

from random_source import Node

ENOUGH = 240  # seconds


class Shrinker:
    """still_fails(source) tells whether a program shows the mistake."""

    def __init__(self, still_fails, seconds=ENOUGH):
        self.still_fails = still_fails
        self.end = time.monotonic() + seconds

    def shrink(self, source):
        smaller = True
        while smaller and time.monotonic() < self.end:
            smaller = False
            for changes in (self.without_definitions, self.without_statements, self.unwrapped,
                            self.simpler_expressions):
                source, changed = self.apply(source, changes)
                smaller = smaller or changed
        return source

    def apply(self, source, changes):
        """Tries the changes of one kind. Each is named by its number: after one that helps, the next has the same
        number in the changed program."""
        number, changed = 0, False
        while time.monotonic() < self.end:
            candidate = source.copy()
            change = next((one for i, one in enumerate(changes(candidate)) if i == number), None)
            if change is None:
                break
            change()
            if candidate.text() != source.text() and self.still_fails(candidate):
                source, changed = candidate, True
            else:
                number += 1
        return source, changed

    @staticmethod
    def nodes(source):
        for _, _, body, result in source.functions:
            yield from body.everywhere()
            yield from result.everywhere()

    def without_definitions(self, source):
        for function in source.functions[:-1]:
            yield lambda function=function: remove_function(source, function)
        for _, variables, _, _ in source.functions:
            for variable in list(variables):
                yield lambda variables=variables, variable=variable: variables.remove(variable)
        for array in list(source.arrays):
            yield lambda array=array: source.arrays.remove(array)

    def without_statements(self, source):
        for node in list(self.nodes(source)):
            if node.kind == "block" and node.parts:
                if len(node.parts) > 2:
                    half = len(node.parts) // 2
                    yield lambda node=node, half=half: node.parts.__delitem__(slice(half))
                    yield lambda node=node, half=half: node.parts.__delitem__(slice(half, None))
                for i in range(len(node.parts)):
                    yield lambda node=node, i=i: node.parts.__delitem__(i)
            if node.kind == "switch":
                for i in range(len(node.value)):
                    yield lambda node=node, i=i: remove_case(node, i)

    def unwrapped(self, source):
        for node in list(self.nodes(source)):
            if node.kind != "block":
                continue
            for i, statement in enumerate(node.parts):
                for part in statement.parts:
                    if part.kind == "block":
                        yield lambda node=node, i=i, part=part: node.parts.__setitem__(slice(i, i + 1), part.parts)

    def simpler_expressions(self, source):
        for node in list(self.nodes(source)):
            for i, part in enumerate(node.parts):
                if not part.is_expression() or part.kind == "constant":
                    continue
                for other in [Node("constant", [0]), Node("constant", [1])] \
                        + [below for below in part.parts if below.is_expression()]:
                    yield lambda node=node, i=i, other=other: node.parts.__setitem__(i, other)


def remove_function(source, function):
    source.functions.remove(function)
    for node in list(Shrinker.nodes(source)):
        for i, part in enumerate(node.parts):
            if part.kind in ("call", "again") and part.value[0] == function[0]:
                node.parts[i] = Node("constant", [0])


def remove_case(node, number):
    node.value = node.value[:number] + node.value[number + 1:]
    del node.parts[1 + number]
