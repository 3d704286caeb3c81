// The trace of a program that dies has everything up to the instruction that killed it: a null pointer.
// INPUT: "a\x03"
// SIGNAL: 11
// INPUT: "b\x03"
#include "check.h"

int main(void) {
  begin();
  volatile int *where = NULL;
  if (input_bytes[0] == 'a') { // TURNS; BRANCH: taken
    CHECK(input_bytes[1] == 4); // TURNS
    fflush(stdout);
    *where = 1;
  }
  puts("alive");
  return 0;
}
