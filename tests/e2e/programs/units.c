// Several translation units: labels cross them, and a function that two of them have inline is one place.
// INPUT: PATTERN 64
// UNIT: braid -DSECOND
// NOTHING-LOST
#include "check.h"

static inline int is_near(int a, int b) {
  if ((a ^ b) == 8) // TURNS
    return 1;
  return 0;
}

struct result { int value; long bytes[5]; };
extern int shared_variable;

#ifdef SECOND

int shared_variable;
int second(int a, double b) { return a + (int)b; }
struct result second_structure(struct result r) {
  r.value += r.bytes[4];
  return r;
}
int second_check(int a, int b) { return is_near(a, b); }

#else

int second(int a, double b);
struct result second_structure(struct result r);
int second_check(int a, int b);

int main(void) {
  begin();
  TWINS(uint8_t, a);
  CHECK(second(a, 2.0) == near(known_a) + 2); // TURNS
  CHECK(second(1, a) == near(known_a) + 1);   // TURNS
  struct result r = {1, {0, 0, 0, 0, a}};
  r = second_structure(r);
  CHECK(r.value == near(known_a) + 1); // TURNS
  shared_variable = a;
  CHECK(shared_variable == near(known_a)); // TURNS
  TWINS(uint8_t, b);
  TWINS(uint8_t, c);
  CHECK(is_near(b, known_b) + second_check(c, known_c) == 5); // CONCRETE
  return 0;
}

#endif
