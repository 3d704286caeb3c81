// Inline assembly: symbols that go in are lost, on record; what comes out is concrete; memory it changes is noticed.
// INPUT: PATTERN 64
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
  __asm__("" : "+r"(kept));
  CHECK(kept == near(known_b)); // TURNS
  TWINS(uint32_t, c);
  uint32_t changed = c;
  __asm__("incl %0" : "+m"(changed)); // LOST: ASSEMBLY
  CHECK(changed == known_c + 1);      // CONCRETE
  TWINS(uint32_t, e);
  uint32_t read_only = e, sum = 1;
  __asm__("addl %1, %0" : "+r"(sum) : "m"(read_only)); // LOST: ASSEMBLY
  CHECK(sum == known_e + 1);                           // CONCRETE
  struct {
    uint64_t words[12];
  } block = {{TAKE(uint8_t)}};
  __asm__("movq $3, %0" : "=m"(block)); // LOST: ASSEMBLY
  CHECK(block.words[0] == 3);           // CONCRETE
  // Memory that nobody named: noticed where it is read again.
  TWINS(uint32_t, f);
  uint32_t behind = f, *where = &behind;
  __asm__ volatile("notl (%0)" : : "r"(where) : "memory");
  CHECK(behind == ~known_f); // CONCRETE; LOST: OVERWRITTEN
  TWINS(uint32_t, d);
  CHECK(d == near(known_d)); // TURNS
  return 0;
}
