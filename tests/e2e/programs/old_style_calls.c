// Calls of functions declared without parameters, as before C89: labels arrive all the same.
// INPUT: PATTERN 16
// FLAGS: -std=gnu89
#include "check.h"

int later();

int main() {
  begin();
  TWINS(int, a);
  TWINS(char, c);
  CHECK(later(a, c) == near(known_a) - known_c); // TURNS
  CHECK(later(a, c) == known_a - near(known_c)); // TURNS
  CHECK(later(5, 'x') == 5 - 'x');               // CONCRETE
  return 0;
}

int later(a, c)
int a;
char c;
{
  return a - c;
}
