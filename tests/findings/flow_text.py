"""Text that many flows share, and filling the holes in the text of a flow; flows.py says what the holes are."""

import re

MAIN = """int main(void) {
  flow();
  return 0;
}
"""

SELECTED = """static int selected(void) {
  char byte = 0;
  return read(0, &byte, 1) == 1 ? byte : -1;
}
"""

BLOCKS = ("SOURCE", "SINK", "GOOD_SOURCE", "GOOD_SINK")


def block(text, indent):
    """The text in a scope of its own, because a flow may have two sources or sinks in one function."""
    lines = [line for line in text.strip("\n").split("\n") if line.strip()]
    return "\n".join([indent + "{", *(indent + "  " + line if line else "" for line in lines), indent + "}"])


def filled(text, blocks, words):
    """The text with each line that names a block replaced by it, and with words replaced."""
    if words["TYPE"].endswith("*"):
        text = re.sub(r"\bTYPE (?=[\w*&])", "TYPE", text)  # the star stands with the name
    out = []
    for line in text.split("\n"):
        name = line.strip()
        if name in BLOCKS:
            out.append(block(blocks[name], line[:len(line) - len(line.lstrip())]))
        else:
            out.append(re.sub(r"\b(TYPE|INITIAL(?!\w))", lambda word: words[word.group()], line))
    return "\n".join(out)


def files(text):
    """Pairs of a name and a text, from the text of a flow."""
    parts = re.split(r"^== (\w+)\n", "== main\n" + text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2]))


def has_sink(text):
    return re.search(r"^\s*(GOOD_)?SINK$", text, re.MULTILINE) is not None
