// long double has no symbolic meaning: symbols are lost, on record, and the program goes on.
// INPUT: PATTERN 32
#include "check.h"

int main(void) {
  begin();
  TWINS(int16_t, a);
  long double x = a;            // LOST: TYPE
  CHECK(x * 2 == known_a * 2);  // CONCRETE
  TWINS(int16_t, b);
  double d = b;
  long double y = d;            // LOST: TYPE
  CHECK(y * 3 == known_b * 3);  // CONCRETE
  CHECK(b == near(known_b));
  return 0;
}
