// Assembly without any instruction, as programs use it to hide a value from the optimiser, changes nothing.
// INPUT: PATTERN 16
// NOTHING-LOST
#include "check.h"

int main(void) {
  begin();
  TWINS(int, a);
  __asm__ volatile("" : "+r"(a));
  CHECK(a == near(known_a)); // TURNS
  __asm__ volatile("" : : "r"(input_bytes) : "memory");
  __asm__ volatile("" ::: "memory");
  TWINS(uint8_t, b);
  CHECK(b == near(known_b)); // TURNS
  return 0;
}
