// As crash_segv.c, by a division by zero that depends on input.
// INPUT: "\x00\x03"
// SIGNAL: 8
// INPUT: "\x07\x03"
#include "check.h"

__attribute__((noinline)) static int divide(int a, int b) { return a / b; }

int main(void) {
  begin();
  CHECK(input_bytes[1] == 4); // TURNS; BRANCH[1]: not taken
  int quotient = divide(100, input_bytes[0]);
  CHECK(quotient == 20); // TURNS
  return 0;
}
