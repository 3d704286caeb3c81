// alloca and arrays of variable length, also of a length that is input; large frames; deep recursion.
// INPUT: PATTERN 64
#include "check.h"
#include <alloca.h>

__attribute__((noinline)) static int sum(int count, unsigned char byte) {
  int array[count], total = 0;
  for (int i = 0; i < count; i++)
    array[i] = byte + i;
  for (int i = 0; i < count; i++)
    total += array[i];
  return total;
}

__attribute__((noinline)) static int in_large_frame(unsigned char byte) {
  volatile unsigned char large[200000];
  large[0] = byte;
  large[199999] = large[0];
  large[100000] = 7;
  if (large[100000] == 7) // CONCRETE
    return large[199999];
  return 0;
}

__attribute__((noinline)) static int deep(int levels, int value) {
  volatile int kept = value;
  if (levels == 0)
    return kept;
  return deep(levels - 1, kept) + 0 * kept;
}

int main(void) {
  begin();
  TWINS(uint8_t, a);
  CHECK(sum(4, a) == 4 * near(known_a) + 6); // TURNS
  CHECK(sum(5, 1) == 15);                    // CONCRETE
  char *memory = alloca(100);
  memory[50] = a;
  CHECK(memory[50] == (char)near(known_a)); // TURNS
  for (int i = 0; i < 3; i++) {
    char *more = alloca(32);
    memset(more, i, 32);
    CHECK(more[31] == i); // CONCRETE
  }
  CHECK(in_large_frame(a) == near(known_a)); // TURNS
  CHECK(deep(3000, a) == near(known_a));     // TURNS
  TWINS(uint8_t, b);
  volatile char *by_input = alloca((b & 15) + 1); // LENGTH
  by_input[0] = 3;
  CHECK(by_input[0] == 3); // CONCRETE
  return 0;
}
