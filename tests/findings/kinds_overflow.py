"""Kinds of bugs: reading and writing beyond the bounds of an object, by an index and by functions of the library."""

from kind import Kind, text_kind

STACK, HEAP, GLOBAL = "stack-buffer-overflow", "heap-buffer-overflow", "global-buffer-overflow"
NO_LOWER, NO_UPPER, BOTH = "data < 10", "data >= 0", "data >= 0 && data < 10"

NEW_BLOCK = """
int *block = (int *)calloc(10, sizeof(int));
if (block == NULL)
  exit(1);
"""


def on_stack(name, cwe, bad, shows, access, use="buffer[0]"):
    sink = f"""
int buffer[10] = {{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}};
if (CHECK) {{
  {access} /* BAD */
  printf("%d\\n", {use});
}}
"""
    return Kind(name, STACK, cwe, input=shows, sink=sink, bad=bad, good=BOTH, consequences=("wild-pointer",))


def on_heap(name, cwe, bad, shows, access, use="block[0]"):
    sink = NEW_BLOCK + f"""if (CHECK) {{
  {access} /* BAD */
  printf("%d\\n", {use});
}}
free(block);
"""
    return Kind(name, HEAP, cwe, input=shows, sink=sink, bad=bad, good=BOTH, consequences=("wild-pointer",))


def in_global(name, cwe, bad, shows, access, use="table[0]"):
    sink = f"""
if (CHECK) {{
  {access} /* BAD */
  printf("%d\\n", {use});
}}
"""
    return Kind(name, GLOBAL, cwe, input=shows, sink=sink, bad=bad, good=BOTH, consequences=("wild-pointer",),
                declarations="int earlier[4] = {1, 2, 3, 4};\n"
                "static int table[10] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};\n"
                "void change(int at) { earlier[at & 3] = table[at & 7]; }\n")


BY_INDEX = [
    on_stack("stack-write-high", 121, NO_UPPER, b"10\n", "buffer[data] = 1;"),
    on_stack("stack-write-negative", 124, NO_LOWER, b"-1\n", "buffer[data] = 1;"),
    on_stack("stack-write-off-by-one", 193, "data >= 0 && data <= 10", b"10\n", "buffer[data] = 1;"),
    on_stack("stack-read-high", 126, NO_UPPER, b"11\n", "int value = buffer[data];", "value"),
    on_stack("stack-read-negative", 127, NO_LOWER, b"-2\n", "int value = buffer[data];", "value"),
    on_heap("heap-write-high", 122, NO_UPPER, b"10\n", "block[data] = 1;"),
    on_heap("heap-write-negative", 124, NO_LOWER, b"-1\n", "block[data] = 1;"),
    on_heap("heap-read-high", 126, NO_UPPER, b"10\n", "int value = block[data];", "value"),
    on_heap("heap-read-negative", 127, NO_LOWER, b"-1\n", "int value = block[data];", "value"),
    in_global("global-write-high", 787, NO_UPPER, b"10\n", "table[data] = 1;"),
    in_global("global-read-high", 126, NO_UPPER, b"10\n", "int value = table[data];", "value"),
    in_global("global-write-negative", 124, NO_LOWER, b"-1\n", "table[data] = 1;", "table[0] + earlier[data & 3]"),
    Kind("stack-write-loop", STACK, 121, input=b"12\n", bad="data < 1000", good="data <= 10", sink="""
char buffer[10] = "";
if (CHECK) {
  for (int i = 0; i < data; i++)
    buffer[i] = (char)('a' + i % 26); /* BAD */
  printf("%c\\n", buffer[0]);
}
"""),
    text_kind("stack-parse-word", STACK, 121, input=b"abcdefghijkl\n", bad="1", good="length < 8", sink="""
char word[8];
unsigned length = 0;
while (data[length] != 0 && data[length] != ' ' && CHECK) {
  word[length] = data[length]; /* BAD */
  length++;
}
printf("%u %c\\n", length, length > 0 ? word[0] : '-');
"""),
]


def by_length(name, finding, cwe, buffer, call, limit, shows, after=""):
    """A length from input, given to a function of the library; the buffer has room for so much as limit says."""
    sink = f"""
{buffer}
if (CHECK) {{
  {call} /* BAD */
  printf("%d\\n", buffer[0]);
}}
{after}
"""
    return Kind(name, finding, cwe, input=shows, sink=sink, bad="data >= 0 && data <= 100",
                good=f"data >= 0 && data <= {limit}")


OTHER = 'char other[100];\nmemset(other, \'A\', sizeof other);\n'
SMALL = "char buffer[16] = \"\";"
BLOCK = "char *buffer = (char *)calloc(16, 1);\nif (buffer == NULL)\n  exit(1);"

BY_LENGTH = [
    by_length("stack-memcpy-length", STACK, 121, OTHER + SMALL, "memcpy(buffer, other, (size_t)data);", 16, b"17\n"),
    by_length("stack-memmove-length", STACK, 121, OTHER + SMALL, "memmove(buffer, other, (size_t)data);", 16,
              b"20\n"),
    by_length("stack-memset-length", STACK, 121, SMALL, "memset(buffer, 'A', (size_t)data);", 16, b"24\n"),
    by_length("stack-strncpy-length", STACK, 121, OTHER + "other[99] = 0;\n" + SMALL,
              "strncpy(buffer, other, (size_t)data);", 16, b"32\n"),
    by_length("stack-memcpy-overread", STACK, 126,
              'char other[16] = "short", buffer[100] = "";\nother[0] = (char)data;',
              "memcpy(buffer, other, (size_t)data);", 16, b"17\n"),
    by_length("heap-memcpy-length", HEAP, 122, OTHER + BLOCK, "memcpy(buffer, other, (size_t)data);", 16, b"17\n",
              "free(buffer);"),
    by_length("heap-memset-length", HEAP, 122, BLOCK, "memset(buffer, 'A', (size_t)data);", 16, b"30\n",
              "free(buffer);"),
    by_length("heap-memmove-within", HEAP, 122, BLOCK, "memmove(buffer + 4, buffer, (size_t)data);", 12, b"13\n",
              "free(buffer);"),
    # The sanitizers do not look into fgets, Valgrind does.
    Kind("heap-fgets-size", HEAP, 122, input=b"60\n" + b"A" * 40 + b"\n", bad="data > 1 && data <= 100",
         good="data > 1 && data <= 16", proof="valgrind", report=r"Invalid write", sink=f"""
{BLOCK}
if (CHECK) {{
  if (fgets(buffer, data, stdin)) /* BAD */
    printf("%c\\n", buffer[0]);
}}
free(buffer);
"""),
    Kind("stack-read-size", STACK, 121, input=b"00000000000040\n" + b"A" * 40, bad="data >= 0 && data <= 100",
         good="data >= 0 && data <= 16", source="""
char line[16] = "";
if (read(0, line, 15) > 0)
  data = atoi(line);
""", sink="""
char buffer[16] = "";
if (CHECK) {
  if (read(0, buffer, (size_t)data) > 0) /* BAD */
    printf("%d\\n", buffer[0]);
}
"""),
]


def by_text(name, finding, cwe, buffer, call, room, shows, after="", declarations=""):
    """Text from input, copied into a buffer in which so many characters have room."""
    sink = f"""
{buffer}
if (CHECK) {{
  {call} /* BAD */
  printf("%c\\n", buffer[0]);
}}
{after}
"""
    return text_kind(name, finding, cwe, input=shows, sink=sink, bad="data[0] != 0",
                     good=f"data[0] != 0 && strlen(data) <= {room}", declarations=declarations)


LONG = b"A" * 20 + b"\n"

BY_TEXT = [
    by_text("stack-strcpy", STACK, 121, SMALL, "strcpy(buffer, data);", 15, LONG),
    by_text("stack-strcat", STACK, 121, 'char buffer[16] = "name: ";', "strcat(buffer, data);", 9, b"A" * 12 + b"\n"),
    by_text("stack-sprintf", STACK, 121, SMALL, 'sprintf(buffer, "<%s>", data);', 13, LONG),
    by_text("heap-strcpy", HEAP, 122, BLOCK, "strcpy(buffer, data);", 15, LONG, "free(buffer);"),
    by_text("global-strcpy", GLOBAL, 787, "", "strcpy(buffer, data);", 15, LONG,
            declarations="static char buffer[16];\n"),
    text_kind("heap-strcpy-off-by-one", HEAP, 193, input=b"A" * 16 + b"\n", bad="strlen(data) <= 16",
              good="strlen(data) < 16", sink=f"""
{BLOCK}
if (CHECK) {{
  strcpy(buffer, data); /* BAD */
  printf("%c\\n", buffer[0]);
}}
free(buffer);
"""),
    text_kind("stack-unterminated", STACK, 170, input=b"abcdefghij\n", bad="1", good="strlen(data) < 8", sink="""
char buffer[8];
if (CHECK) {
  strncpy(buffer, data, sizeof buffer);
  printf("%u\\n", (unsigned)strlen(buffer)); /* BAD */
}
"""),
]

KINDS = BY_INDEX + BY_LENGTH + BY_TEXT
