"""What one kind of bug consists of: the C text that reads input, the text that goes wrong with it, and what is to be
found there.

The text that goes wrong (the sink) is the same in the bad and in the good version but for a condition, CHECK: the
version decides which of two takes its place. So the good version differs by exactly the check that a programmer
forgot, which makes it a fair test of false alarms. The one line with the comment BAD is where the bug is reported."""

import dataclasses

MARK = " /* BAD */"

# A number, as most programs of this sort read it. Without input, data keeps its first value.
NUMBER = """
char line[16];
if (fgets(line, sizeof line, stdin))
  data = atoi(line);
"""

# A line of text. It is static because some flows use it after the function that read it.
TEXT = """
static char line[64];
if (fgets(line, sizeof line, stdin)) {
  line[strcspn(line, "\\n")] = 0;
  data = line;
}
"""

HEADERS = ("stdio.h", "stdlib.h", "string.h", "stdint.h", "unistd.h")


@dataclasses.dataclass(frozen=True)
class Kind:
    """One kind of bug. Text in C compiles as C++, too, for flows that need C++."""

    name: str
    finding: str  # the kind of finding that Braid is to report
    cwe: int
    input: bytes  # shows the bug
    sink: str  # uses data; CHECK in it is replaced
    bad: str = ""  # for CHECK
    good: str = ""  # for CHECK
    good_sink: str = ""  # where a condition does not do
    declarations: str = ""  # at file level, before the sink
    type: str = "int"
    initial: str = "1"
    source: str = NUMBER
    good_source: str = ""
    language: str = "c"
    headers: tuple = ()
    harmless: bytes = b"1\n"  # an input for which even the bad version is in order
    consequences: tuple = ()  # kinds of findings that may come with it, at any place
    proof: str = "sanitizers"  # sanitizers, memory (MemorySanitizer), valgrind or time; see proof.py
    report: str = ""  # what the sanitizers say, if not what they say of this kind of finding
    environment: tuple = ()  # for the sanitizers: pairs
    wrappers: tuple = ()  # functions that only lead to the bug: it is at the line that calls them

    def sink_text(self, bad):
        if bad:
            return self.sink.replace("CHECK", self.bad)
        return (self.good_sink or self.sink).replace("CHECK", self.good).replace(MARK, "")

    def source_text(self, bad):
        return self.source if bad or not self.good_source else self.good_source

    def declarations_text(self, bad):
        return self.declarations if bad else self.declarations.replace(MARK, "")


def text_kind(name, finding, cwe, **rest):
    """A kind whose input is a line of text."""
    return Kind(name, finding, cwe, **{"type": "const char *", "initial": '""', "source": TEXT, "harmless": b"ab\n",
                                       **rest})
