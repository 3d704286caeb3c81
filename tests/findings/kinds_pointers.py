"""Kinds of bugs: pointers that never pointed to any memory."""

from kind import Kind, text_kind

NO_BLOCK = """
static int value = 5;
static const int *lookup(int key) {
  if (key == 42)
    return NULL;
  return &value;
}
"""
NULL_GOOD = "found != NULL"

KINDS = [
    Kind("null-lookup", "null-pointer", 476, input=b"42\n", bad="data > 0", good="data > 0 && " + NULL_GOOD,
         declarations=NO_BLOCK, sink="""
const int *found = lookup(data);
if (CHECK)
  printf("%d\\n", *found); /* BAD */
"""),
    Kind("null-pointer-passed", "null-pointer", 476, input=b"42\n", type="const int *", initial="NULL", source="""
static int number;
char line[16];
if (fgets(line, sizeof line, stdin))
  number = atoi(line);
if (number != 42)
  data = &number;
""", bad="", good="if (data != NULL)", sink="""
CHECK
  printf("%d\\n", *data); /* BAD */
"""),
    Kind("null-member-write", "null-pointer", 476, input=b"42\n", bad="data > 0", good="data > 0 && " + NULL_GOOD,
         declarations="""
struct entry {
  int key, value;
};
static struct entry entries[4];
""", sink="""
struct entry *found = NULL;
for (int i = 0; i < 4; i++)
  if (data % 4 == i && data != 42)
    found = &entries[i];
if (CHECK)
  found->value = data; /* BAD */
printf("%d\\n", entries[1].value);
"""),
    Kind("null-allocator", "null-pointer", 690, input=b"101\n", bad="1", good="made != NULL", declarations="""
static char *allocate(int size) {
  if (size <= 0 || size > 100)
    return NULL;
  return (char *)malloc((size_t)size);
}
""", sink="""
char *made = allocate(data);
if (CHECK)
  made[0] = 'a'; /* BAD */
free(made);
"""),
    Kind("null-malloc", "null-pointer", 690, input=b"100000\n", bad="1", good="made != NULL && data <= 1000",
         consequences=("allocation-size",), environment=(("ASAN_OPTIONS", "allocator_may_return_null=1"),), sink="""
size_t size = 16;
if (data > 1000)
  size += (size_t)data << 40;
char *made = (char *)malloc(size);
if (CHECK)
  made[0] = 'a'; /* BAD */
if (made != NULL)
  printf("%c\\n", made[0]);
free(made);
""", good_sink="""
char *made = NULL;
if (data <= 1000)
  made = (char *)malloc(16);
if (CHECK)
  made[0] = 'a';
if (made != NULL)
  printf("%c\\n", made[0]);
free(made);
"""),
    text_kind("null-strlen", "null-pointer", 476, input=b"value\n", harmless=b"a=b\n", bad="data[0] != 0",
              good="data[0] != 0 && found != NULL", sink="""
const char *found = strchr(data, '=');
if (CHECK)
  printf("%u\\n", (unsigned)strlen(found)); /* BAD */
"""),
    Kind("null-call", "null-pointer", 476, input=b"3\n", report=r"SEGV on unknown address",
         bad="data >= 0 && data < 4",
         good="data >= 0 && data < 4 && handlers[data] != NULL", declarations="""
static void greet(void) { puts("hello"); }
static void leave(void) { puts("goodbye"); }
static void (*handlers[4])(void) = {greet, leave, greet, NULL};
void forget(void) { handlers[0] = leave; }
""", sink="""
if (CHECK)
  handlers[data](); /* BAD */
"""),
    Kind("wild-read", "wild-pointer", 822, input=b"123456\n", bad="data >= 0", good="data >= 0 && data <= 3",
         consequences=("null-pointer",), sink="""
static const char table[8] = "braid";
const char *from = table;
if (data > 3)
  from = (const char *)(uintptr_t)data;
if (CHECK)
  printf("%c\\n", *from); /* BAD */
"""),
    Kind("wild-write", "wild-pointer", 822, input=b"123456\n", bad="data >= 0", good="data >= 0 && data <= 3",
         consequences=("null-pointer",), sink="""
static char table[8] = "braid";
char *to = table;
if (data > 3)
  to = (char *)(uintptr_t)data;
if (CHECK)
  *to = 'B'; /* BAD */
puts(table);
"""),
]
