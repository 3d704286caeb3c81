"""Flows of data that C has: number, title and text of each; flows.py says how to read the text."""

from flow_text import MAIN

SOURCE_THEN = """static void flow(void) {
  TYPE data = INITIAL;
  SOURCE
  %s
}
""" + MAIN

USE_DECLARED = "void use(TYPE data);\n"
USE_ELSEWHERE = """== user
void use(TYPE data) {
  SINK
}
"""


def source_then(statement):
    return SOURCE_THEN % statement


def chain(count):
    """From file to file, so many functions after the first."""
    text = "void step1(TYPE data);\n" + source_then("step1(data);")
    for at in range(1, count):
        text += f"== step{at}\nvoid step{at + 1}(TYPE data);\nvoid step{at}(TYPE data) {{ step{at + 1}(data); }}\n"
    return text + f"== step{count}\nvoid step{count}(TYPE data) {{\n  SINK\n}}\n"


def local(before, taken):
    """data goes into something and comes out of it again in the same function."""
    return source_then(f"{before}\n  {{\n    TYPE data = {taken};\n    SINK\n  }}")


HOLDER = "struct holder {\n  int before;\n  TYPE inside;\n  int after;\n};\n"

FLOWS = [
    ("21", "static flag, set by the caller", """static int allowed = 0;
static void use(TYPE data) {
  if (allowed) {
    SINK
  }
}
""" + source_then("allowed = 1;\n  use(data);")),
    ("22", "flag of another file, set by the caller", "extern int allowed;\nint allowed = 0;\n" + USE_DECLARED
     + source_then("allowed = 1;\n  use(data);") + """== user
extern int allowed;
void use(TYPE data) {
  if (allowed) {
    SINK
  } else {
    puts("never");
  }
}
"""),
    ("31", "copied to another variable", local("TYPE copy = data;", "copy")),
    ("32", "two pointers to it", """static void flow(void) {
  TYPE value = INITIAL;
  TYPE *to = &value;
  TYPE *from = &value;
  {
    TYPE data = *to;
    SOURCE
    *to = data;
  }
  {
    TYPE data = *from;
    SINK
  }
}
""" + MAIN),
    ("34", "members of a union", local("union {\n    TYPE first;\n    TYPE second;\n  } both;\n  both.first = data;",
                                       "both.second")),
    ("35", "copied byte by byte", local("""TYPE copy;
  for (unsigned i = 0; i < sizeof copy; i++)
    ((unsigned char *)&copy)[i] = ((const unsigned char *)&data)[i];""", "copy")),
    ("36", "in a block of the heap", local("""TYPE *cell = (TYPE *)malloc(sizeof(TYPE));
  if (cell == NULL)
    exit(1);
  *cell = data;
  TYPE taken = *cell;
  free(cell);""", "taken")),
    ("41", "passed to a function", "static void use(TYPE data) {\n  SINK\n}\n" + source_then("use(data);")),
    ("42", "returned from a function", """static TYPE get(TYPE data) {
  SOURCE
  return data;
}
static void flow(void) {
  TYPE data = INITIAL;
  data = get(data);
  SINK
}
""" + MAIN),
    ("43", "set through a parameter", """static void get(TYPE *to) {
  TYPE data = *to;
  SOURCE
  *to = data;
}
static void flow(void) {
  TYPE data = INITIAL;
  get(&data);
  SINK
}
""" + MAIN),
    ("44", "passed to a function by pointer", "static void use(TYPE data) {\n  SINK\n}\n"
     + source_then("void (*chosen)(TYPE) = use;\n  chosen(data);")),
    ("45", "static variable", """static TYPE between;
static void use(void) {
  TYPE data = between;
  SINK
}
""" + source_then("between = data;\n  use();")),
    ("46", "passed on by recursion", """static void use(TYPE data, int depth) {
  if (depth > 0) {
    use(data, depth - 1);
    return;
  }
  SINK
}
""" + source_then("use(data, 3);")),
    ("47", "one of many arguments", """#include <stdarg.h>
static void use(int count, ...) {
  va_list list;
  va_start(list, count);
  for (int i = 1; i < count; i++)
    (void)va_arg(list, int);
  TYPE data = va_arg(list, TYPE);
  va_end(list);
  SINK
}
""" + source_then("use(3, 10, 20, data);")),
    ("48", "from a table of functions", """static void ignore(TYPE data) {
  (void)data;
  puts("never");
}
static void use(TYPE data) {
  SINK
}
static void (*actions[3])(TYPE) = {ignore, use, ignore};
void flow_change(int at) { actions[at] = ignore; }
""" + source_then("actions[1](data);")),
    ("51", "passed to another file", USE_DECLARED + source_then("use(data);") + USE_ELSEWHERE),
    ("52", "through three files", chain(2)),
    ("53", "through four files", chain(3)),
    ("54", "through five files", chain(4)),
    ("61", "returned from another file", """TYPE get(TYPE data);
static void flow(void) {
  TYPE data = INITIAL;
  data = get(data);
  SINK
}
""" + MAIN + """== getter
TYPE get(TYPE data);
TYPE get(TYPE data) {
  SOURCE
  return data;
}
"""),
    ("63", "pointer to it passed to another file", "void use(TYPE *from);\n" + source_then("use(&data);") + """== user
void use(TYPE *from) {
  TYPE data = *from;
  SINK
}
"""),
    ("64", "void pointer passed to another file", "void use(void *from);\n" + source_then("use(&data);") + """== user
void use(void *from) {
  TYPE *typed = (TYPE *)from;
  TYPE data = *typed;
  SINK
}
"""),
    ("65", "function of another file by pointer", USE_DECLARED
     + source_then("void (*chosen)(TYPE) = use;\n  chosen(data);") + USE_ELSEWHERE),
    ("66", "array passed to another file", "void use(TYPE array[]);\n"
     + source_then("TYPE array[5] = {INITIAL, INITIAL, INITIAL, INITIAL, INITIAL};\n  array[2] = data;\n  use(array);")
     + """== user
void use(TYPE array[]) {
  TYPE data = array[2];
  SINK
}
"""),
    ("67", "struct passed to another file", HOLDER + "void use(struct holder held);\n"
     + source_then("struct holder held = {1, data, 2};\n  use(held);") + f"""== user
{HOLDER}void use(struct holder held) {{
  TYPE data = held.inside;
  SINK
}}
"""),
    ("68", "variable of another file", "extern TYPE between;\nTYPE between;\nvoid use(void);\n"
     + source_then("between = data;\n  use();") + """== user
extern TYPE between;
void use(void) {
  TYPE data = between;
  SINK
}
"""),
]
