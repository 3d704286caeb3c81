// Variables of each thread, static variables of functions, volatile variables.
// INPUT: PATTERN 32
// NOTHING-LOST
#include "check.h"

static _Thread_local int own = 3;
static _Thread_local unsigned char room[100];
static volatile int observed;

__attribute__((noinline)) static int remember(int a) {
  static int last = 7;
  int before = last;
  last = a;
  return before;
}

int main(void) {
  begin();
  TWINS(uint8_t, a);
  CHECK(own == 3); // CONCRETE
  own = a;
  room[99] = a;
  CHECK(own == near(known_a));      // TURNS
  CHECK(room[99] == near(known_a)); // TURNS
  CHECK(room[98] == 0);             // CONCRETE
  CHECK(remember(a) == 7);          // CONCRETE
  CHECK(remember(1) == near(known_a)); // TURNS
  CHECK(remember(2) == 1);          // CONCRETE
  observed = a;
  CHECK(observed == near(known_a)); // TURNS
  observed++;
  CHECK(observed == near(known_a) + 1); // TURNS
  observed = 1;
  CHECK(observed == 1); // CONCRETE
  return 0;
}
