"""The ways that control and data take through a program between the input and the bug.

Each flow is the text of a program with holes: a line SOURCE is where data is read, a line SINK where it is used, and
GOOD_SOURCE and GOOD_SINK are those of the good version in both versions. TYPE is the type of data and INITIAL its
first value. "== name" begins another file. A file with a sink also has the declarations that the sink needs. The
numbers are those that Juliet has for the same idea, where it has one. What Juliet decides by rand(), a byte of input
decides here, so that a test has one outcome; it is read without stdio and before everything else, so that it never
matters how much stdio reads ahead."""

import dataclasses

import flows_cxx
import flows_data
from flow_text import MAIN, SELECTED


@dataclasses.dataclass(frozen=True)
class Flow:
    """One way through a program."""

    number: str
    title: str
    text: str
    language: str = "c"
    prefix: bytes = b""  # input that comes before that of the kind


# Conditions that always hold, though not all of them can be seen to: number, condition, declarations, another file.
HOLDS = (
    ("02", "if (1)", "1", "", ""),
    ("03", "if (5 == 5)", "5 == 5", "", ""),
    ("04", "if (static constant)", "static_const_true", "static const int static_const_true = 1;", ""),
    ("05", "if (static variable)", "static_true",
     "static int static_true = 1;\nvoid flow_change(int to) { static_true = to; }", ""),
    ("06", "if (static constant == 5)", "static_const_five == 5", "static const int static_const_five = 5;", ""),
    ("07", "if (static variable == 5)", "static_five == 5",
     "static int static_five = 5;\nvoid flow_change(int to) { static_five = to; }", ""),
    ("08", "if (static function)", "static_returns_true()", "static int static_returns_true(void) { return 1; }", ""),
    ("09", "if (constant of another file)", "global_const_true", "extern const int global_const_true;",
     "extern const int global_const_true;\nconst int global_const_true = 1;"),
    ("10", "if (variable of another file)", "global_true", "extern int global_true;", "int global_true = 1;"),
    ("11", "if (function of another file)", "global_returns_true()", "int global_returns_true(void);",
     "int global_returns_true(void) { return 1; }"),
    ("13", "if (constant of another file == 5)", "global_const_five == 5", "extern const int global_const_five;",
     "extern const int global_const_five;\nconst int global_const_five = 5;"),
    ("14", "if (variable of another file == 5)", "global_five == 5", "extern int global_five;",
     "int global_five = 5;"),
)


def guarded(number, title, condition, declared, elsewhere):
    text = f"""{declared}
static void flow(void) {{
  TYPE data = INITIAL;
  if ({condition}) {{
    SOURCE
  }} else {{
    puts("never");
  }}
  if ({condition}) {{
    SINK
  }} else {{
    puts("never");
  }}
}}
{MAIN}"""
    return Flow(number, title, text + (f"== support\n{elsewhere}\n" if elsewhere else ""))


def around(number, title, before, after):
    """The source and the sink, each inside of something that is passed once."""
    return Flow(number, title, f"""static void flow(void) {{
  TYPE data = INITIAL;
  {before}
    SOURCE
  {after}
  {before}
    SINK
  {after}
}}
{MAIN}""")


# Functions, because the compiler would make one of what is the same in both, and give it either's lines.
TWO_WAYS = """static __attribute__((noinline)) void bad_way(void) {
  TYPE data = INITIAL;
  SOURCE
  SINK
}
static __attribute__((noinline)) void good_way(void) {
  TYPE data = INITIAL;
  GOOD_SOURCE
  GOOD_SINK
}
"""

CONTROL = [
    Flow("01", "straight", f"""static void flow(void) {{
  TYPE data = INITIAL;
  SOURCE
  SINK
}}
{MAIN}"""),
    *[guarded(*each) for each in HOLDS],
    Flow("12", "if (a byte of input), else the good version", SELECTED + TWO_WAYS + f"""static void flow(void) {{
  if (selected() == 'b')
    bad_way();
  else
    good_way();
}}
{MAIN}""", prefix=b"b"),
    around("15", "switch (6)", "switch (6) {\n  case 6:", "  break;\n  default:\n    puts(\"never\");\n  }"),
    around("16", "while (1)", "while (1) {", "  break;\n  }"),
    around("17", "for, once", "for (int round = 0; round < 1; round++) {", "}"),
    Flow("18", "goto", f"""static void flow(void) {{
  TYPE data = INITIAL;
  goto read_it;
use_it:
  {{
    SINK
  }}
  goto done;
read_it:
  {{
    SOURCE
  }}
  goto use_it;
done:
  puts("done");
}}
{MAIN}"""),
    Flow("19", "switch (a byte of input)", SELECTED + TWO_WAYS + f"""static void flow(void) {{
  switch (selected()) {{
  case 'a':
    puts("nothing");
    break;
  case 'b':
  case 'B':
    bad_way();
    break;
  case 'g':
    good_way();
    break;
  default:
    puts("unknown");
  }}
}}
{MAIN}""", prefix=b"b"),
    around("20", "do, once", "do {", "} while (0);"),
]

FLOWS = {flow.number: flow for flow in
         CONTROL + [Flow(*each) for each in flows_data.FLOWS]
         + [Flow(*each, language="c++") for each in flows_cxx.FLOWS]}
