/* Where marked variables get their values from when nothing is recorded: a file that `braid replay` makes from a
 * test, named by the environment variable BRAID_TEST. Without the variable they are zeros, as in a program that
 * Braid has not started.
 *
 * The file is text, one source on each line after the first:
 *
 *     braid values 1
 *     mark 0a000000 width
 *     mark - nothing
 *     data 616263
 *     call 2a000000 read_sensor
 *
 * The n-th mark of the run takes the n-th line of its kind, whatever its size: what is there is taken, what is
 * missing is made up. The names are for people. `data` is what a fuzzing harness is called with. The n-th call of
 * a function that returns input takes the n-th line with its name.
 *
 * The program's own allocator, buffers and environment stay untouched: the file is mapped, read in place, and
 * the variable is taken away before the program can see it. */
#include "runtime/replay/values.h"

#include "runtime/input.h"
#include "runtime/replay/reports.h"
#include "runtime/replay/server.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define VARIABLE "BRAID_TEST"
#define HEADER "braid values 1\n"

/* By which `braid replay` knows a program that takes values this way. */
__attribute__((used, retain, section("braid_replay"))) static const char takes_values = 1;

static struct {
  const char *first, *position, *end; /* all, and what is not used yet */
  const uint8_t *data;                /* of the harness, null for none */
  size_t data_bytes;
  pid_t process; /* its children get zeros, as children of a recorded run do */
  char lock;
} values;

typedef struct line {
  const char *hex;
  size_t bytes;
} line;

static _Noreturn void refuse(const char *file, const char *why) {
  dprintf(STDERR_FILENO, VARIABLE "=%s: %s\nMake such a file with: braid replay TEST\n", file, why);
  _exit(1);
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static size_t count_bytes(const char *hex, const char *end) {
  size_t bytes = 0;
  while (end - hex >= 2 && digit(hex[0]) >= 0 && digit(hex[1]) >= 0) {
    hex += 2;
    bytes++;
  }
  return bytes;
}

static void decode(uint8_t *to, const char *hex, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    to[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
}

/* The first line of the kind at or after the position, which then is behind that line. */
static bool next_line(const char *kind, const char **position, line *found) {
  size_t length = strlen(kind);
  while (*position < values.end) {
    const char *begin = *position;
    const char *newline = memchr(begin, '\n', (size_t)(values.end - begin));
    const char *end = newline ? newline : values.end;
    *position = newline ? newline + 1 : values.end;
    if ((size_t)(end - begin) > length && memcmp(begin, kind, length) == 0 && begin[length] == ' ') {
      found->hex = begin + length + 1;
      found->bytes = count_bytes(found->hex, end);
      return true;
    }
  }
  return false;
}

static void take_data(const char *file) {
  const char *position = values.position;
  line data;
  if (!next_line("data", &position, &data))
    return;
  uint8_t *memory = mmap(NULL, data.bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    refuse(file, strerror(errno));
  decode(memory, data.hex, data.bytes);
  values.data = memory;
  values.data_bytes = data.bytes;
}

void braid_open_values(void) {
  char served[32];
  braid_keep_reports();
  int given = braid_proof_serve ? braid_proof_serve() : -1;
  const char *file = getenv(VARIABLE);
  if (given >= 0) {
    snprintf(served, sizeof served, "/proc/self/fd/%d", given);
    file = served;
  }
  if (!file)
    return;
  struct stat status;
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    refuse(file, strerror(errno));
  size_t bytes = (size_t)status.st_size, header = sizeof HEADER - 1;
  const char *text = bytes ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  if (bytes && text == MAP_FAILED)
    refuse(file, strerror(errno));
  close(descriptor);
  if (given >= 0)
    close(given);
  if (bytes < header || memcmp(text, HEADER, header) != 0)
    refuse(file, "this is not a file of values");
  values.first = values.position = text + header;
  values.end = text + bytes;
  values.process = getpid();
  take_data(file);
  unsetenv(VARIABLE);
}

/* Before every constructor of the program, which may make marks; the compiler's attribute does not allow a number
 * this low. */
__attribute__((used, retain,
               section(".init_array.00000"))) static void (*const open_first)(void) = braid_open_values;

/* MemorySanitizer does not see what is written here. */
void __msan_unpoison(const volatile void *memory, size_t bytes) __attribute__((weak));

void braid_set_values(const void *memory, size_t bytes) {
  if (__msan_unpoison)
    __msan_unpoison(memory, bytes);
}

static bool is_given(void) { return values.end && values.process == getpid(); }

void braid_make_symbolic_from(void *memory, size_t bytes, const char *name, int kind) {
  (void)name;
  braid_set_values(memory, bytes);
  if (kind != BRAID_SOURCE_MARK || !is_given())
    return;
  line mark;
  while (__atomic_test_and_set(&values.lock, __ATOMIC_ACQUIRE))
    sched_yield();
  bool found = next_line("mark", &values.position, &mark);
  __atomic_clear(&values.lock, __ATOMIC_RELEASE);
  if (found)
    decode(memory, mark.hex, mark.bytes < bytes ? mark.bytes : bytes);
}

void braid_make_symbolic(void *to, size_t bytes, const char *name, int kind) {
  memset(to, 0, bytes);
  braid_make_symbolic_from(to, bytes, name, kind);
}

/* For functions that return input, in a build whose calls go through src/proof/functions.h. The position is the
 * caller's, one for each function, and null at first. */
bool braid_take_call(const char *name, const char **position, uint64_t *value) {
  if (!is_given())
    return false;
  size_t length = strlen(name);
  line call;
  const char *next = *position ? *position : values.first;
  while (next_line("call", &next, &call)) {
    const char *named = call.hex + 2 * call.bytes + 1;
    if (next < named || (size_t)(next - named) < length || memcmp(named, name, length) != 0 ||
        (named + length < values.end && named[length] != '\n'))
      continue;
    uint8_t bytes[sizeof *value] = {0};
    decode(bytes, call.hex, call.bytes < sizeof bytes ? call.bytes : sizeof bytes);
    memcpy(value, bytes, sizeof bytes);
    *position = next;
    return true;
  }
  return false;
}

int braid_source_of_harness(void) { return values.data && is_given() ? 0 : -1; }

/* There is one source that is asked for by number: the harness's. */
uint64_t braid_source_length(int source) { return source == 0 ? values.data_bytes : 0; }
uint64_t braid_source_size(int source) { return braid_source_length(source); }
const uint8_t *braid_source_data(int source) { return source == 0 ? values.data : NULL; }
