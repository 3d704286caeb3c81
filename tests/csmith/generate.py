"""Random C programs from Csmith, changed so that their global variables depend on input.

Csmith's programs compute on global variables and print a checksum of them at the end; they have no undefined
behaviour whatever values the variables begin with, because every operation that could have some is wrapped. So
before the program proper begins, each variable that is not a pointer is combined by exclusive or with bytes of
standard input: without input, or with zeros, it is the original program, and with any other bytes another one that
is as good."""

import random
import re
import subprocess

# Small programs: what matters is how many different ones there are. One of each line is chosen.
SIZES = (
    "--max-funcs 4 --max-block-depth 3 --max-block-size 5 --max-expr-complexity 6",
    "--max-funcs 5 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 9",
    "--max-funcs 7 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 4",
    "--max-funcs 3 --max-block-depth 5 --max-block-size 4 --max-expr-complexity 5",
)
KINDS = (
    "",
    "--inline-function",
    "--no-volatiles",
    "--no-pointers --max-struct-fields 8",
    "--no-structs --no-unions",
    "--max-array-dim 3 --max-array-len-per-dim 6",
    "--no-jumps --packed-struct",
    "--builtins --disable-builtin-kinds x86 --no-longlong",
    "--float",
)
ALWAYS = ("--concise --no-argc --max-array-dim 2 --max-array-len-per-dim 4 --max-pointer-depth 3 "
          "--no-const-struct-union-fields")
FEWEST = 8  # decisions in the text of a program; with fewer it does next to nothing
MOST_INPUT = 1500  # bytes

READING = """
#include <unistd.h>
static unsigned char input_bytes[%d];
static unsigned input_at;
static unsigned long long input(unsigned count) {
  unsigned long long value = 0;
  for (unsigned i = 0; i < count; i++)
    if (input_at < sizeof input_bytes)
      value |= (unsigned long long)input_bytes[input_at++] << 8 * i;
  return value;
}
static void input_bytewise(volatile void *to, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    ((volatile unsigned char *)to)[i] ^= (unsigned char)input(1);
}
"""
DECLARATION = re.compile(r"^static ([^=;(\n]*?)\b(g_\d+)((?:\[\d+\])*) = ", re.MULTILINE)


def csmith(seed, level):
    """The text of a program; the seed decides everything."""
    chooser = random.Random(seed)
    for _ in range(100):
        options = f"{ALWAYS} {chooser.choice(SIZES)} {chooser.choice(KINDS)} --seed {chooser.randrange(1 << 31)}"
        outcome = subprocess.run(["csmith", *options.split()], capture_output=True, text=True, timeout=60, check=False)
        if outcome.returncode == 0 and len(re.findall(r"\b(?:if|for) \(", outcome.stdout)) >= FEWEST:
            return f"// csmith {options}; built with {level}\n" + outcome.stdout
    raise RuntimeError(f"Csmith made no program with seed {seed}")


def elements(dimensions):
    """"[2][3]" gives [0][0], [0][1] and so on."""
    names = [""]
    for length in re.findall(r"\d+", dimensions):
        names = [f"{name}[{i}]" for name in names for i in range(int(length))]
    return names


def statements(declarations):
    """Statements that combine the variables with input."""
    for kind, name, dimensions in declarations:
        if "*" in kind or "const" in kind or "float" in kind:
            continue
        if "struct" in kind or "union" in kind:
            yield f"input_bytewise(&{name}, sizeof {name});"
            continue
        for element in elements(dimensions):
            yield f"{name}{element} ^= (__typeof__({name}{element}))input(sizeof {name}{element});"


def with_input(text):
    """The program with its variables depending on standard input."""
    end = text.index("int main (")
    changes = "\n".join("    " + statement for statement in statements(DECLARATION.findall(text[:end])))
    reading = "    if (read(0, input_bytes, sizeof input_bytes) < 0) return 1;\n"
    main = text[end:].replace("    func_1();", reading + changes + "\n    func_1();", 1)
    return text[:end] + READING % MOST_INPUT + main
