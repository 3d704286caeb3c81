// Inline assembly: symbols that go in are lost, on record; what comes out is concrete; memory it changes is noticed.
// INPUT: PATTERN 32
#include "check.h"

int main(void) {
  begin();
  TWINS(uint32_t, a);
  uint32_t result;
  __asm__("lea 1(%1), %0" : "=r"(result) : "r"(a)); // LOST: ASSEMBLY
  CHECK(result == known_a + 1); // CONCRETE
  __asm__ volatile("" ::: "memory");
  TWINS(uint32_t, b);
  uint32_t kept = b;
  __asm__("" : "+r"(kept)); // LOST: ASSEMBLY
  CHECK(kept == near(known_b)); // CONCRETE
  TWINS(uint32_t, c);
  uint32_t changed = c;
  __asm__("incl %0" : "+m"(changed));
  CHECK(changed == known_c + 1); // CONCRETE; LOST: OVERWRITTEN
  TWINS(uint32_t, d);
  CHECK(d == near(known_d)); // TURNS
  return 0;
}
