// Symbols that code without instrumentation is shown in memory, or is given as a result: it may compute with them, so
// that goes on record. Functions that do not look, and output that is not read back, are no loss.
// INPUT: PATTERN 64
// FLAGS: -lm
#include "check.h"
#include <search.h>
#include <signal.h>
#include <sys/socket.h>

static int compare(const void *a, const void *b) {
  int x = *(const unsigned char *)a, y = *(const unsigned char *)b;
  return x - y; // LOST: RETURN
}

__attribute__((noinline)) static int round_trip(int to, int from) {
  char byte = input_bytes[2];
  if (write(to, &byte, 1) != 1) // LOST: OUTPUT
    abort();
  write(to, &byte, 1);
  char back[2];
  if (read(from, back, 2) != 2)
    abort();
  CHECK(back[0] == 'x'); // CONCRETE
  return back[1];
}

int main(void) {
  begin();
  // Not one of these is a loss.
  unsigned char *block = malloc(64);
  memcpy(block, input_bytes, 64);
  puts((char *)block + 60);
  fwrite(block, 1, 64, stderr);
  free(block);

  void *root = NULL;
  tsearch(&input_bytes[0], &root, compare);
  tsearch(&input_bytes[1], &root, compare); // LOST: SHOWN

  setenv("SHOWN", (char *)input_bytes + 8, 1); // LOST: SHOWN
  FILE *memory = fmemopen(input_bytes, 8, "r"); // LOST: SHOWN
  CHECK(fgetc(memory) == 7);
  fclose(memory);

  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  fputc(input_bytes[9], stream); // LOST: OUTPUT
  fclose(stream);

  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return 1;
  round_trip(ends[1], ends[0]);
  return 0;
}
