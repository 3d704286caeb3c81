"""Flows of data that only C++ has: number, title and text of each; flows.py says how to read the text."""

from flow_text import MAIN
from flows_data import source_then


def through(header, container, put, taken):
    """data goes to another file inside of a container."""
    return f"""#include <{header}>
void use(const std::{container} &held);
""" + source_then(f"std::{container} held;\n  {put}\n  use(held);") + f"""== user
#include <{header}>
void use(const std::{container} &held) {{
  TYPE data = {taken};
  SINK
}}
"""


BASE = "class base {\npublic:\n  virtual ~base() {}\n  virtual void act(TYPE data) const = 0;\n};\n"
DERIVED = BASE + "class user : public base {\npublic:\n  void act(TYPE data) const override;\n};\n"
ACT = f"""== user
{DERIVED}void user::act(TYPE data) const {{
  SINK
}}
"""
# Destructors may throw nothing, unless they say so.
OBJECT = """class object {
public:
  explicit object(TYPE given);
  ~object() noexcept(false);

private:
  TYPE member;
};
"""
MEMBERS = f"""== object
{OBJECT}object::object(TYPE given) : member(given) {{
  TYPE data = member;
  SOURCE
  member = data;
}}
object::~object() noexcept(false) {{
  TYPE data = member;
  SINK
}}
"""

FLOWS = [
    ("33", "reference", source_then("TYPE &other = data;\n  {\n    TYPE data = other;\n    SINK\n  }")),
    ("62", "set through a reference by another file", """void get(TYPE &data);
static void flow(void) {
  TYPE data = INITIAL;
  get(data);
  SINK
}
""" + MAIN + """== getter
void get(TYPE &data);
void get(TYPE &data) {
  SOURCE
}
"""),
    ("72", "vector", through("vector", "vector<TYPE>", "held.insert(held.end(), 3, data);", "held[2]")),
    ("73", "list", through("list", "list<TYPE>", "held.push_back(data);\n  held.push_back(data);", "held.back()")),
    ("74", "map", through("map", "map<int, TYPE>", "held[1] = INITIAL;\n  held[2] = data;", "held.at(2)")),
    ("75", "lambda", source_then("auto use = [data]() {\n    SINK\n  };\n  use();")),
    ("76", "thrown and caught", source_then("try {\n    throw data;\n  } catch (TYPE caught) {\n"
                                            "    TYPE data = caught;\n    SINK\n  }")),
    ("77", "template", """template <typename T> static void use(T data) {
  SINK
}
""" + source_then("use<TYPE>(data);")),
    ("81", "virtual call by reference", DERIVED + source_then("const base &called = user();\n  called.act(data);")
     + ACT),
    ("82", "virtual call by pointer", DERIVED + source_then("base *called = new user;\n  called->act(data);\n"
                                                            "  delete called;") + ACT),
    ("83", "constructor and destructor", OBJECT + "static void flow(void) { object made(INITIAL); }\n" + MAIN
     + MEMBERS),
    ("84", "constructor and destructor, by pointer", OBJECT + "static void flow(void) {\n"
     "  object *made = new object(INITIAL);\n  delete made;\n}\n" + MAIN + MEMBERS),
]
