"""Kinds of bugs: memory that is used, or given back, at the wrong time, or never."""

from kind import Kind

BLOCK = """
int *block = (int *)malloc(4 * sizeof(int));
if (block == NULL)
  exit(1);
block[0] = 5;
block[1] = data;
"""
ANY, NOT_SEVEN = "data >= 0", "data >= 0 && data != 7"


def after_free(name, use):
    return Kind(name, "use-after-free", 416, input=b"7\n", bad=ANY, good=NOT_SEVEN, sink=BLOCK + f"""if (data == 7)
  free(block);
if (CHECK)
  {use} /* BAD */
if (data != 7)
  free(block);
""")


# Here it is the pointer that takes its way through the program. The last free is of the block that is in use; if it
# was given back before, the line before has shown so already.
def block_from_input(freed):
    return f"""
char line[16] = "";
if (fgets(line, sizeof line, stdin) == NULL)
  line[0] = 0;
data = (int *)malloc(4 * sizeof(int));
if (data == NULL)
  exit(1);
data[0] = atoi(line);
data[1] = 1;
if ({freed})
  free(data);
"""


FREED = [
    after_free("free-read", 'printf("%d\\n", block[data & 1]);'),
    after_free("free-write", "block[data & 1] = 3;"),
    Kind("free-pointer-read", "use-after-free", 416, input=b"7\n", type="int *", initial="NULL",
         source=block_from_input("data[0] == 7"), good_source=block_from_input("data[0] == 7 && data[1] == 0"),
         consequences=("double-free",), sink="""
printf("%d\\n", data[1]); /* BAD */
free(data);
"""),
    Kind("free-realloc-old", "use-after-free", 416, input=b"7\n", bad=ANY, good=NOT_SEVEN, sink=BLOCK + """
int *old = block;
if (data == 7) {
  block = (int *)realloc(block, 4000);
  if (block == NULL)
    exit(1);
}
if (CHECK)
  printf("%d\\n", old[1]); /* BAD */
free(block);
"""),
    Kind("free-list-next", "use-after-free", 416, input=b"7\n", bad=ANY, good=NOT_SEVEN, declarations="""
struct node {
  struct node *next;
  int value;
};
""", sink="""
struct node *first = NULL;
for (int i = 0; i < 3; i++) {
  struct node *made = (struct node *)malloc(sizeof *made);
  if (made == NULL)
    exit(1);
  made->next = first;
  made->value = i;
  first = made;
}
struct node *second = first->next;
if (data == 7) {
  first->next = second->next;
  free(second);
}
if (CHECK)
  printf("%d\\n", second->value); /* BAD */
while (first != NULL) {
  struct node *next = first->next;
  free(first);
  first = next;
}
"""),
    Kind("delete-then-use", "use-after-free", 416, language="c++", input=b"7\n", bad=ANY, good=NOT_SEVEN,
         declarations="""
struct account {
  int balance;
};
""", sink="""
account *mine = new account{data};
if (data == 7)
  delete mine;
if (CHECK)
  printf("%d\\n", mine->balance); /* BAD */
if (data != 7)
  delete mine;
"""),
    Kind("vector-grown", "use-after-free", 416, language="c++", headers=("vector",), input=b"7\n", bad=ANY,
         good=NOT_SEVEN, sink="""
std::vector<int> numbers(4, data);
int *first = &numbers[0];
if (data == 7)
  numbers.resize(1000);
if (CHECK)
  printf("%d\\n", *first); /* BAD */
"""),
    Kind("double-free", "double-free", 415, input=b"7\n", bad="1", good="data != 7", sink=BLOCK + """
printf("%d\\n", block[data & 1]);
if (data == 7)
  free(block);
if (CHECK)
  free(block); /* BAD */
"""),
    Kind("double-free-pointer", "double-free", 415, input=b"7\n", type="int *", initial="NULL",
         source=block_from_input("data[0] == 7"), good_source=block_from_input("data[0] == 7 && data[1] == 0"),
         sink="free(data); /* BAD */\n"),
    Kind("double-delete", "double-free", 415, language="c++", input=b"7\n", bad="1", good="data != 7", sink="""
int *numbers = new int[4]{data, 1, 2, 3};
printf("%d\\n", numbers[data & 3]);
if (data == 7)
  delete[] numbers;
if (CHECK)
  delete[] numbers; /* BAD */
"""),
]


def wrong_free(name, cwe, declarations, other):
    return Kind(name, "invalid-free", cwe, input=b"7\n", bad=ANY, good=NOT_SEVEN, declarations=declarations,
                sink=BLOCK + f"""int *given = block;
{other}
printf("%d\\n", given[0]);
if (CHECK)
  free(given); /* BAD */
if (data < 0 || data == 7)
  free(block);
""")


NOT_A_BLOCK = [
    wrong_free("free-local", 590, "", "int local[4] = {data, 1, 2, 3};\nif (data == 7)\n  given = local;"),
    wrong_free("free-global", 590, "static int table[4] = {4, 3, 2, 1};\n", "if (data == 7)\n  given = table;"),
    wrong_free("free-middle", 761, "", "if (data == 7)\n  given = block + 1;"),
]

PLACES = [
    Kind("local-of-callee-read", "use-after-return", 562, input=b"7\n", bad=ANY, good=NOT_SEVEN, declarations="""
static int kept[2] = {1, 2};
static __attribute__((noinline)) int *choose(int value) {
  int local[2] = {value, 3};
  int *chosen = value == 7 ? local : kept;
  printf("%d\\n", chosen[value & 1]);
  return chosen;
}
""", sink="""
int *chosen = choose(data);
if (CHECK)
  printf("%d\\n", chosen[0]); /* BAD */
"""),
    Kind("local-of-callee-write", "use-after-return", 562, input=b"7\n", bad=ANY, good=NOT_SEVEN, declarations="""
static int kept[2] = {1, 2};
static int *chosen = kept;
static __attribute__((noinline)) void choose(int value) {
  int local[2] = {value, 2};
  if (value == 7)
    chosen = local;
  printf("%d\\n", chosen[value & 1]);
}
""", sink="""
choose(data);
if (CHECK)
  chosen[data & 1] = 3; /* BAD */
"""),
    Kind("local-of-block", "use-after-scope", 562, input=b"7\n", bad=ANY, good=NOT_SEVEN, sink="""
int outer[2] = {data, 1};
int *volatile chosen = outer;
{
  int inner[2] = {data, 2};
  if (data == 7)
    chosen = inner;
  printf("%d\\n", inner[data & 1]);
}
if (CHECK)
  printf("%d\\n", chosen[1]); /* BAD */
"""),
    Kind("local-of-loop", "use-after-scope", 562, input=b"2\n", bad="data < 100", good="data < 100 && data != 2",
         sink="""
int first = 0;
int *volatile last = &first;
for (int i = 0; i < 4; i++) {
  int square[2] = {i * i, i};
  if (i == data && i == 2)
    last = square;
  printf("%d\\n", square[i & 1]);
}
if (CHECK)
  printf("%d\\n", *last); /* BAD */
"""),
    # A leak has the place where the memory came from.
    Kind("leak-one-path", "memory-leak", 401, input=b"7\n", bad="data != 7", good="1", sink="""
char *block = (char *)malloc(16); /* BAD */
if (block == NULL)
  exit(1);
snprintf(block, 16, "%d", data);
puts(block);
if (CHECK)
  free(block);
"""),
    Kind("leak-overwritten", "memory-leak", 401, input=b"7\n", bad="0", good="data == 7", declarations="""
static char *volatile kept;
""", sink="""
kept = (char *)malloc(16); /* BAD */
if (kept == NULL)
  exit(1);
kept[0] = 'a';
if (CHECK)
  free(kept);
if (data == 7)
  kept = NULL;
free(kept);
"""),
]

KINDS = FREED + NOT_A_BLOCK + PLACES
