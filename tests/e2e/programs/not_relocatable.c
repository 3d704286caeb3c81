// A program that is not relocatable calls into a library by way of the linker's tables; the address of the function
// is then not that of its code. Likewise a function that is chosen by what the machine can do.
// INPUT: PATTERN 64
// FLAGS: -no-pie -fno-pie
// LIBRARY: shared braid -DLIBRARY -fPIC
// NOTHING-LOST
#include "check.h"

#ifdef LIBRARY
int twice(int x) { return 2 * x; }
#else
int twice(int x);
int (*volatile pointer)(int) = twice;

__attribute__((target_clones("avx2", "default"))) int chosen(int x) { return x + 3; }

int main(void) {
  begin();
  TWINS(uint8_t, a);
  CHECK(pointer(a) == 2 * near(known_a)); // TURNS
  CHECK(twice(a) == 2 * near(known_a));   // TURNS
  CHECK(chosen(a) == near(known_a) + 3);  // TURNS
  return 0;
}
#endif
