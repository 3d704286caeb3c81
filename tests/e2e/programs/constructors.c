// Before main and after it: constructors run without input, destructors and functions of atexit belong to the run.
// INPUT: PATTERN 8
// NOTHING-LOST
#include "check.h"

static int before, kept;

__attribute__((constructor)) static void first(void) {
  before = 5;
  puts("constructor");
}

__attribute__((destructor)) static void last(void) {
  if (kept == (pattern(0) ^ 2)) // TURNS
    puts("near");
  puts("destructor");
}

int main(void) {
  CHECK(before == 5); // CONCRETE
  begin();
  before = kept = TAKE(uint8_t);
  return 0;
}
