// setjmp and longjmp: the value carries its label, and the frames that were left leave nothing behind.
// INPUT: PATTERN 64
// UNIT: plain -DPLAIN
#include "check.h"
#include <setjmp.h>

#ifdef PLAIN

// Runs over the stack below without writing to it.
int look_at_stack(void) {
  volatile unsigned char room[512];
  unsigned total = 0;
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 1;
  for (unsigned i = 0; i < sizeof room; i++)
    total += room[i];
  return (int)total;
}

#else

int look_at_stack(void);
static jmp_buf place, second;

__attribute__((noinline)) static void deep(int value, int levels) {
  volatile int kept[16];
  for (int i = 0; i < 16; i++)
    kept[i] = value + i;
  if (levels == 0)
    longjmp(place, value);
  deep(value, levels - 1);
}

__attribute__((noinline)) static int reuse(void) {
  int room[128];
  for (int i = 0; i < 128; i++)
    __asm__ volatile("" : "=m"(room[i])); // whatever is there, without a store that would clear a label
  int zero = 0;
  for (int i = 0; i < 128; i++)
    zero |= room[i] == 12345; // CONCRETE
  return zero;
}

int main(void) {
  begin();
  TWINS(uint8_t, a);
  int value = setjmp(place);
  if (value == 0) // BRANCH: not taken
    deep(a | 1, 3);
  CHECK(value == (near(known_a) | 1)); // TURNS
  reuse();
  CHECK(look_at_stack() == 512); // CONCRETE

  volatile int rounds = 0;
  int again = setjmp(second);
  rounds++;
  if (rounds < 3)
    longjmp(second, 5);
  CHECK(again == 5); // CONCRETE
  TWINS(uint8_t, b);
  int symbolic = b, third = setjmp(second);
  rounds++;
  if (rounds < 6)
    longjmp(second, symbolic + rounds);
  CHECK(third == near(known_b) + 5); // TURNS
  return 0;
}

#endif
