// Frames and blocks that are gone leave nothing behind: memory filled with symbols, given up and used again by code
// that is not instrumented is concrete, even where the bytes happen to be the same.
// INPUT: PATTERN 64
// UNIT: plain -DPLAIN
#include "check.h"

#ifdef PLAIN

// Writes what the symbols were: only a label that is really gone goes unnoticed.
void fill_plainly(unsigned char *to, int count) {
  for (int i = 0; i < count; i++)
    to[i] = pattern(i % 64);
}
int fill_stack_plainly(int (*look)(const unsigned char *)) {
  unsigned char room[4096];
  fill_plainly(room, sizeof room);
  return look(room);
}

#else

void fill_plainly(unsigned char *to, int count);
int fill_stack_plainly(int (*look)(const unsigned char *));

__attribute__((noinline)) static int fill_stack(void) {
  volatile unsigned char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = input_bytes[i % 64];
  return room[77] == 0; // symbolic, but nobody asks
}

static int look(const unsigned char *room) {
  int count = 0;
  for (int i = 0; i < 4096; i++)
    if (room[i] == 11) // CONCRETE
      count++;
  return count;
}

__attribute__((noinline)) static int deeper(int levels) { return levels == 0 ? fill_stack() : deeper(levels - 1); }

int main(void) {
  begin();
  fill_stack();
  CHECK(fill_stack_plainly(look) == 64); // CONCRETE
  deeper(5);
  CHECK(fill_stack_plainly(look) == 64); // CONCRETE

  unsigned char *block = malloc(1000);
  for (int i = 0; i < 1000; i++)
    block[i] = input_bytes[i % 64];
  CHECK(block[500] == near(pattern(500 % 64))); // TURNS
  free(block);
  unsigned char *again = malloc(1000);
  fill_plainly(again, 1000);
  CHECK(again[500] == near(pattern(500 % 64))); // CONCRETE
  free(again);

  unsigned char *zeros = calloc(1000, 1);
  CHECK(zeros[500] == 0); // CONCRETE
  memcpy(zeros, input_bytes, 64);
  zeros = realloc(zeros, 100000);
  CHECK(zeros[10] == near(pattern(10))); // TURNS
  CHECK(zeros[99] == 0);                 // CONCRETE
  free(zeros);
  return 0;
}

#endif
