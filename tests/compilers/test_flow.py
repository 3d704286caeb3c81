"""The control flow graph that object files bring along: what can follow what, between branches, switches, calls and
functions. Looked at in LLVM code, where the tables can be read."""

import collections
import re
import unittest

from support import CompilerTest

TWO_TO_64 = 1 << 64


def number(text):
    return int(text) % TWO_TO_64


def way_of(site, way):
    """braid_way_point of src/trace/format.h"""
    return (site + (way + 1) * 0x9E3779B97F4A7C15) % TWO_TO_64


class Flow(CompilerTest):
    def graph(self, *names):
        """The edges of all these files, and the ids of the decisions by line."""
        following, sites = collections.defaultdict(set), {}
        for name in names:
            self.cc("-O1", "-g", "-S", "-emit-llvm", name, "-o", "code.ll")
            code = self.read("code.ll")
            points = [number(each) for each in
                      re.findall(r"i64 (-?\d+)", re.search(r"@braid\.flow = .*? \[(.*)\]", code).group(1))]
            for start, end in zip(points[::2], points[1::2]):
                following[start].add(end)
            for site in re.findall(r"@braid\.site\S* = .*section \"braid_sites\".*", code):
                fields = re.search(r"\{ i64 (-?\d+), ptr @\S+, ptr @\S+, i32 (\d+), i32 \d+, i8 ([12]),", site)
                if fields:
                    sites[int(fields.group(2))] = number(fields.group(1))
        return following, sites

    def reached(self, following, start, without=()):
        """All points that can come after this one."""
        found, pending = set(), [start]
        while pending:
            for each in following[pending.pop()] - found - set(without):
                found.add(each)
                pending.append(each)
        return found

    def lines(self, following, sites, start, without=()):
        """The lines of the decisions that can come after a point."""
        found = self.reached(following, start, without)
        return {line for line, site in sites.items() if site in found}

    def test_within_a_function(self):
        self.write("a.c", """int f(int x, int y) {
  if (x > 3) {
    if (y > 4)
      return 1;
  } else {
    while (y > 5)
      y--;
  }
  switch (x) {
  case 1: case 2: return y;
  case 9: if (y & 1) return 2;
  }
  return 0;
}
""")
        following, sites = self.graph("a.c")
        self.assertEqual(set(sites), {2, 3, 6, 9, 11})
        after = lambda line, way: self.lines(following, sites, way_of(sites[line], way))
        self.assertEqual(after(2, 1), {3, 9, 11})
        self.assertEqual(after(2, 0), {6, 9, 11})
        self.assertEqual(after(3, 1), set())
        self.assertEqual(after(3, 0), {9, 11})
        self.assertEqual(after(6, 1), {6, 9, 11})
        self.assertEqual(after(6, 0), {9, 11})
        self.assertEqual(after(9, 0), set())
        self.assertEqual(after(9, 1), set())
        self.assertEqual(after(9, 2), {11})
        # One step from a way is one decision, not all that follow.
        self.assertEqual({line for line, site in sites.items() if site in following[way_of(sites[2], 1)]}, {3})

    def test_between_functions_and_files(self):
        self.write("inner.c", """int inner(int x) {
  if (x == 5)
    return 1;
  return 0;
}
""")
        self.write("outer.c", """int inner(int x);
__attribute__((noinline)) static int middle(int x) { return inner(x) + 1; }
int outer(int x) {
  if (x > 20)
    x = middle(x);
  if (x > 30)
    return 3;
  return 4;
}
void leave(void) __attribute__((noreturn));
int other(int x) {
  if (x > 70)
    leave();
  if (x < 60)
    return 5;
  return 6;
}
""")
        following, sites = self.graph("inner.c", "outer.c")
        self.assertEqual(set(sites), {2, 4, 6, 12, 14})
        after = lambda line, way: self.lines(following, sites, way_of(sites[line], way))
        self.assertEqual(after(4, 1), {2, 6})  # into the other file, and behind the call
        self.assertEqual(after(4, 0), {6})
        self.assertEqual(after(2, 1), {2, 6})  # back to who called; that the call itself is a point leads in again
        self.assertEqual(after(12, 1), set())  # never comes back
        self.assertEqual(after(12, 0), {14})

    def test_the_same_each_time(self):
        self.write("a.c", "int f(int x) { switch (x) { case 1: return 3; case 5: return 4; case 8: return x; } return 9; }\n")
        texts = []
        for _ in range(3):
            self.cc("-O1", "-g", "-c", "a.c", "-o", "a.o")
            with open(self.path("a.o"), "rb") as file:
                texts.append(file.read())
        self.assertEqual(texts, texts[:1] * 3)


if __name__ == "__main__":
    unittest.main()
