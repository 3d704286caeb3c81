"""Kinds of bugs: arithmetic that has no result, values that a type does not have, sizes that cannot be, and values
that nobody set."""

from kind import Kind


def arithmetic(name, finding, cwe, shows, computed, bad, good):
    return Kind(name, finding, cwe, input=shows, bad=bad, good=good, sink=f"""
if (CHECK) {{
  int result = {computed}; /* BAD */
  printf("%d\\n", result);
}}
""")


LEAST = "(-2147483647 - 1)"
ARITHMETIC = [
    arithmetic("divide-by-zero", "division-by-zero", 369, b"0\n", "1000 / data", "data < 100",
               "data < 100 && data != 0"),
    arithmetic("remainder-by-zero", "division-by-zero", 369, b"0\n", "1000 % data", "data < 100",
               "data < 100 && data != 0"),
    arithmetic("divide-overflow", "division-overflow", 190, b"-1\n", f"{LEAST} / data", "data != 0",
               "data != 0 && data != -1"),
    arithmetic("remainder-overflow", "division-overflow", 190, b"-2147483648\n", "data % -1", "data != 0",
               f"data != 0 && data != {LEAST}"),
    arithmetic("add-overflow", "signed-overflow", 190, b"2147483647\n", "data + 100", "data > 0",
               "data > 0 && data <= 2147483547"),
    arithmetic("subtract-overflow", "signed-overflow", 191, b"-2147483648\n", "data - 100", "data < 0",
               "data < 0 && data >= -2147483547"),
    arithmetic("multiply-overflow", "signed-overflow", 190, b"1000000000\n", "data * 3", "data > 0",
               "data > 0 && data <= 715827882"),
    arithmetic("square-overflow", "signed-overflow", 190, b"46341\n", "data * data", "data > 0",
               "data > 0 && data <= 46340"),
    arithmetic("negate-overflow", "signed-overflow", 190, b"-2147483648\n", "-data", "data < 0",
               f"data < 0 && data != {LEAST}"),
    arithmetic("shift-left-far", "shift-out-of-range", 1335, b"32\n", "(int)(1u << data)", "data >= 0",
               "data >= 0 && data < 32"),
    arithmetic("shift-right-far", "shift-out-of-range", 1335, b"40\n", "(int)(0x80000000u >> data)", "data >= 0",
               "data >= 0 && data < 32"),
    arithmetic("shift-negative", "shift-out-of-range", 1335, b"-1\n", "(int)(1u << data)", "data < 32",
               "data >= 0 && data < 32"),
    Kind("increment-overflow", "signed-overflow", 190, input=b"2147483647\n", bad="data > 0",
         good="data > 0 && data < 2147483647", sink="""
int next = data;
if (CHECK)
  next++; /* BAD */
printf("%d\\n", next);
"""),
    Kind("sum-overflow", "signed-overflow", 190, input=b"3000\n", bad="data > 0 && data <= 5000",
         good="data > 0 && data <= 2000", sink="""
int sum = 0;
if (CHECK)
  for (int i = 0; i < data; i++)
    sum += 1000000; /* BAD */
printf("%d\\n", sum);
"""),
]

VALUES = [
    Kind("pointer-beyond", "pointer-overflow", 823, input=b"-5\n", bad="data <= 64", good="data >= 0 && data <= 64",
         declarations="static char area[64];\n", sink="""
if (CHECK) {
  const char *end = area + (size_t)data; /* BAD */
  printf("%ld\\n", (long)(end - area));
}
"""),
    Kind("pointer-from-null", "pointer-overflow", 823, input=b"7\n", bad="data >= 0", good="data >= 0 && base != NULL",
         consequences=("null-pointer",), declarations="static char area[64];\n", sink="""
const char *base = area;
if (data == 7)
  base = NULL;
if (CHECK) {
  const char *end = base + 16; /* BAD */
  puts(end == area + 16 ? "end" : "elsewhere");
}
"""),
    Kind("invalid-bool", "invalid-value", 704, input=b"7\n", headers=("stdbool.h",), bad="data >= 0 && data < 256",
         good="data == 0 || data == 1", sink="""
if (CHECK) {
  unsigned char byte = (unsigned char)data;
  bool flag;
  memcpy(&flag, &byte, sizeof flag);
  puts(flag ? "yes" : "no"); /* BAD */
}
"""),
    Kind("invalid-enum", "invalid-value", 704, language="c++", input=b"9\n", bad="data >= 0",
         good="data >= 0 && data < 3", declarations="enum colour { red, green, blue };\n", sink="""
if (CHECK) {
  colour seen;
  memcpy(&seen, &data, sizeof seen);
  puts(seen == blue ? "blue" : "another"); /* BAD */
}
"""),
]

KEPT = "static char *volatile kept;\n"
FAR = "data < 100"
NEAR = "data > 0 && data < 100"


def allocation(name, cwe, call, shows, bad=FAR, good=NEAR, release="free(kept);", **rest):
    return Kind(name, "allocation-size", cwe, input=shows, bad=bad, good=good, declarations=KEPT, sink=f"""
if (CHECK) {{
  kept = (char *){call}; /* BAD */
  {release}
}}
""", **rest)


SIZES = [
    allocation("malloc-negative", 195, "malloc((size_t)data)", b"-1\n"),
    allocation("malloc-square", 789, "malloc((size_t)data * (size_t)data)", b"2147483647\n", "data > 0",
               "data > 0 && data <= 1000"),
    allocation("calloc-negative", 195, "calloc((size_t)data, 16)", b"-1\n"),
    allocation("realloc-negative", 195, "realloc(malloc(10), (size_t)data)", b"-1\n", consequences=("memory-leak",)),
    allocation("new-negative", 195, "new char[data]", b"-1\n", release="delete[] kept;", language="c++",
               consequences=("exception",)),
    Kind("size-wraps", "heap-buffer-overflow", 680, input=b"536870913\n", bad="data > 0",
         good="data > 0 && data < 1000", consequences=("allocation-size",), sink="""
if (CHECK) {
  unsigned size = (unsigned)data * (unsigned)sizeof(double);
  double *values = (double *)malloc(size);
  if (values == NULL)
    exit(1);
  for (int i = 0; i < data && i < 4; i++)
    values[i] = i; /* BAD */
  printf("%f\\n", values[0]);
  free(values);
}
"""),
    Kind("array-size-negative", "negative-array-size", 1284, input=b"-3\n", bad=FAR, good=NEAR, sink="""
if (CHECK) {
  int values[data]; /* BAD */
  if (data > 0) {
    memset(values, 0, sizeof values);
    printf("%d\\n", values[data / 2]);
  }
}
"""),
    Kind("array-size-zero", "negative-array-size", 1284, input=b"10\n", bad="data > 0 && data <= 10",
         good="data > 0 && data < 10", sink="""
if (CHECK) {
  int values[10 - data]; /* BAD */
  if (data < 10) {
    memset(values, 0, sizeof values);
    printf("%d\\n", values[(10 - data) / 2]);
  }
}
"""),
]


def never_set(name, declared, assigned, used, cwe=457, after="", **more):
    return Kind(name, "uninitialised", cwe, input=b"3\n", harmless=b"20\n", proof="memory", bad="data > 10", **more,
                good="1", sink=f"""
{declared}
if (CHECK)
  {assigned}
{used}
{after}
""")


UNSET = [
    never_set("unset-branch", "int limit;", "limit = data;", 'if (limit > 3) /* BAD */\n  puts("large");'),
    never_set("unset-index", "static const int table[4] = {4, 3, 2, 1};\nunsigned index;", "index = (unsigned)data;",
              'printf("%d\\n", table[index & 3]); /* BAD */'),
    never_set("unset-printed", "int value;", "value = data;", 'printf("%d\\n", value); /* BAD */'),
    never_set("unset-written", "int value[2] = {data};\nint *last = (int *)malloc(sizeof *last);\nif (last == NULL)\n"
              "  exit(1);", "*last = value[0];",
              "if (write(1, last, sizeof *last) < 0) /* BAD */\n  exit(1);", 908, "free(last);"),
    never_set("unset-fwritten", "int value[2] = {data};\nint *last = (int *)malloc(sizeof *last);\nif (last == NULL)\n"
              "  exit(1);", "*last = value[0];",
              "if (fwrite(last, sizeof *last, 1, stdout) != 1) /* BAD */\n  exit(1);", 908, "free(last);"),
    never_set("unset-sent", "int ends[2];\nif (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)\n  exit(1);\n"
              "int *last = (int *)malloc(sizeof *last);\nif (last == NULL)\n  exit(1);", "*last = data;",
              "if (send(ends[0], last, sizeof *last, 0) < 0) /* BAD */\n  exit(1);", 908,
              "free(last);\nclose(ends[0]);\nclose(ends[1]);", headers=("sys/socket.h",)),
    never_set("unset-heap-branch", "int *block = (int *)malloc(4 * sizeof(int));\nif (block == NULL)\n  exit(1);",
              "memset(block, 0, 4 * sizeof(int));", 'if (block[data & 3] > 3) /* BAD */\n  puts("large");', 908,
              "free(block);"),
    never_set("unset-member", "struct {\n  int first, second;\n} both;\nboth.first = data;", "both.second = 1;",
              'if (both.second > both.first) /* BAD */\n  puts("ascending");'),
]

KINDS = ARITHMETIC + VALUES + SIZES + UNSET
