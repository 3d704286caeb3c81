"""Kinds of bugs: programs that end themselves, or never end, and text from input that is taken for a format."""

from kind import Kind, text_kind

MANY_WORDS = b"%s%s%s%s%s%s%s%s%s%s%s%s%n\n"
GUESSES = ("wild-pointer", "null-pointer", "uninitialised", "stack-buffer-overflow")


def as_format(name, call, good_call, after="putchar('\\n');", **more):
    return text_kind(name, "format-string", 134, input=MANY_WORDS, consequences=GUESSES, **more, sink=f"""
{call} /* BAD */
{after}
""", good_sink=f"""
{good_call}
{after}
""")


# Headers declare them only if they are asked to, in C.
ASPRINTF = """
#ifndef __cplusplus
int asprintf(char **to, const char *format, ...);
#endif
"""
COMPLAIN = """
#include <stdarg.h>
static void complain(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarn(format, list); /* BAD */
  va_end(list);
}
"""
WIDE = """wchar_t wide[64];
size_t length = 0;
for (; data[length] != 0 && length < 63; length++)
  wide[length] = (wchar_t)data[length];
wide[length] = 0;
"""

# With numbers as arguments: those functions that no sanitizer looks into would take whatever registers hold for
# texts, which may be some.
FORMATS = [
    as_format("format-printf", "printf(data);", 'printf("%s", data);'),
    as_format("format-fprintf", "fprintf(stdout, data);", 'fprintf(stdout, "%s", data);'),
    as_format("format-snprintf", "char text[100];\nsnprintf(text, sizeof text, data);",
              'char text[100];\nsnprintf(text, sizeof text, "%s", data);'),
    as_format("format-sprintf", "char text[1000];\nsprintf(text, data);",
              'char text[1000];\nsprintf(text, "%s", data);'),
    as_format("format-dprintf", "dprintf(1, data, 1, 2);", 'dprintf(1, "%s", data);'),
    as_format("format-asprintf", "char *text = NULL;\nif (asprintf(&text, data) >= 0)",
              'char *text = NULL;\nif (asprintf(&text, "%s", data) >= 0)', "  free(text);", declarations=ASPRINTF),
    as_format("format-wprintf", WIDE + "wprintf(wide, 1, 2);", WIDE + 'wprintf(L"%ls", wide);', "putwchar(L'\\n');",
              headers=("wchar.h",)),
    as_format("format-swprintf", WIDE + "wchar_t text[100];\nif (swprintf(text, 100, wide, 1, 2) >= 0)",
              WIDE + 'wchar_t text[100];\nif (swprintf(text, 100, L"%ls", wide) >= 0)', "  puts(\"fits\");",
              headers=("wchar.h",)),
    as_format("format-syslog", "syslog(LOG_INFO, data, 1, 2);", 'syslog(LOG_INFO, "%s", data);', headers=("syslog.h",)),
    as_format("format-warn", "warn(data, 1, 2);", 'warn("%s", data);', headers=("err.h",)),
    as_format("format-warnx", "warnx(data, 1, 2);", 'warnx("%s", data);', headers=("err.h",)),
    as_format("format-err", "err(0, data, 1, 2);", 'err(0, "%s", data);', headers=("err.h",)),
    as_format("format-errx", "errx(0, data, 1, 2);", 'errx(0, "%s", data);', headers=("err.h",)),
    text_kind("format-vwarn", "format-string", 134, input=MANY_WORDS, consequences=GUESSES, headers=("err.h",),
              declarations=COMPLAIN, sink="complain(data, 1, 2);\nputchar('\\n');\n",
              good_sink="complain(\"%s\", data);\nputchar('\\n');\n"),
    as_format("format-error", "error(0, 0, data, 1, 2);", 'error(0, 0, "%s", data);', headers=("error.h",)),
]

NOT_42 = {"bad": "data > 0", "good": "data > 0 && data != 42"}
ENDINGS = [
    Kind("assert-fails", "assertion", 617, input=b"42\n", headers=("assert.h",), consequences=("abort",), **NOT_42,
         sink="""
if (CHECK)
  assert(data != 42); /* BAD */
"""),
    text_kind("assert-text", "assertion", 617, input=b"a;b\n", headers=("assert.h",), consequences=("abort",),
              bad="data[0] != 0", good="data[0] != 0 && strchr(data, ';') == NULL", sink="""
if (CHECK) {
  unsigned quotes = 0;
  for (const char *each = data; *each != 0; each++)
    quotes += *each == ';';
  assert(quotes == 0); /* BAD */
}
"""),
    Kind("braid-assert-fails", "assertion", 617, input=b"42\n", headers=("braid.h",), consequences=("abort",),
         **NOT_42, sink="""
if (CHECK)
  braid_assert(data != 42); /* BAD */
"""),
    Kind("abort-called", "abort", 617, input=b"42\n", bad="data == 42", good="data == 42 && data < 0", sink="""
if (CHECK)
  abort(); /* BAD */
printf("%d\\n", data);
"""),
    Kind("error-called", "error-call", 617, input=b"42\n", bad="data == 42", good="data == 42 && data < 0",
         consequences=("abort",), wrappers=("reach_error",),
         declarations="void reach_error(void) { abort(); }\n", sink="""
if (CHECK)
  reach_error(); /* BAD */
printf("%d\\n", data);
"""),
    Kind("throw-uncaught", "exception", 248, language="c++", headers=("stdexcept",), input=b"42\n",
         consequences=("abort",), bad="data == 42", good="data == 42 && data < 0", sink="""
if (CHECK)
  throw std::runtime_error("not this one"); /* BAD */
printf("%d\\n", data);
"""),
    Kind("vector-at", "exception", 248, language="c++", headers=("vector",), input=b"3\n", consequences=("abort",),
         bad="data >= 0", good="data >= 0 && data < 3", sink="""
std::vector<int> numbers = {4, 3, 2};
if (CHECK)
  printf("%d\\n", numbers.at((size_t)data)); /* BAD */
"""),
    text_kind("stoi-no-number", "exception", 248, language="c++", headers=("string", "cctype"), input=b"abc\n",
              harmless=b"12\n", consequences=("abort",), bad="strlen(data) < 8 && data[0] != 0",
              good="strlen(data) < 8 && isdigit((unsigned char)data[0])", sink="""
if (CHECK)
  printf("%d\\n", std::stoi(data)); /* BAD */
"""),
]

# One line, because the stack can end anywhere in a function.
FRAME = "volatile char room[400]; room[n & 255] = 1;"
ENDLESS = [
    Kind("recursion-below-zero", "stack-exhaustion", 674, input=b"-1\n", bad="data <= 20",
         good="data >= 0 && data <= 20", consequences=("signed-overflow",), declarations=f"""
static int count_down(int n) {{ {FRAME} return n == 0 ? 0 : count_down(n - 1) + room[n & 255]; }} /* BAD */
""", sink="""
if (CHECK)
  printf("%d\\n", count_down(data));
"""),
    Kind("recursion-in-a-circle", "stack-exhaustion", 674, input=b"5\n", bad="data >= 0 && data <= 6",
         good="data >= 0 && data <= 4", declarations=f"""
static int parent[7] = {{0, 0, 1, 1, 2, 6, 5}};
static int depth_of(int n) {{ {FRAME} return n == 0 ? 0 : depth_of(parent[n]) + room[n & 255]; }} /* BAD */
void cut(int n) {{ parent[n % 7] = 0; }}
""", sink="""
if (CHECK)
  printf("%d\\n", depth_of(data));
"""),
    Kind("loop-misses-end", "endless-loop", 835, input=b"10\n", proof="time", bad="data > 0 && data < 1000",
         good="data > 0 && data < 1000 && data % 2 == 1", declarations="static volatile unsigned steps;\n", sink="""
if (CHECK)
  for (unsigned i = 1; i != (unsigned)data; i += 2) steps++; /* BAD */
printf("%u\\n", steps);
"""),
    Kind("loop-stands-still", "endless-loop", 835, input=b"0\n", proof="time", bad="data >= 0 && data < 50",
         good="data > 0 && data < 50", sink="""
volatile int left = 100;
if (CHECK)
  while (left > 0) left -= data; /* BAD */
printf("%d\\n", left);
"""),
]

KINDS = FORMATS + ENDINGS + ENDLESS
