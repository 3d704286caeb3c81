// Values chosen by conditions: ?:, && and || as values, minimum, results of loops; what the optimiser makes selects
// of and what stays a branch.
// INPUT: PATTERN 80
// NOTHING-LOST
#include "check.h"

__attribute__((noinline)) static int choose(int condition, int a, int b) { return condition ? a : b; }
__attribute__((noinline)) static int least(int a, int b) { return a < b ? a : b; }
__attribute__((noinline)) static uint64_t wide(int condition, uint64_t a, uint64_t b) { return condition ? a : b; }
__attribute__((noinline)) static double number(int condition, double a, double b) { return condition ? a : b; }
__attribute__((noinline)) static int both(int a, int b) { return a > 3 && b > 3; }
__attribute__((noinline)) static int either(int a, int b) { return a == 77 || b == 78; }

int main(void) {
  begin();
  TWINS(uint8_t, a);
  TWINS(uint8_t, b);
  CHECK(choose(a & 1, 5, 6) == 5);
  CHECK(choose(1, a, b) == near(known_a));  // TURNS
  CHECK(choose(0, a, b) == near(known_b));  // TURNS
  TWINS(uint8_t, c);
  CHECK(least(c, 200) != known_c);          // TURNS
  TWINS(uint8_t, d);
  CHECK(wide(1, d, 5) == near(known_d));    // TURNS
  CHECK(number(1, d, 5) == near(known_d));  // TURNS
  TWINS(uint8_t, e);
  TWINS(uint8_t, f);
  CHECK(both(e, f) == 7); // the calls themselves decide
  CHECK(either(e, f) == 7);
  // A sum over a loop: phis of the value and of its label.
  unsigned total = 0;
  for (int i = 0; i < 8; i++)
    total += TAKE(uint8_t) * (i + 1);
  unsigned known_total = 0;
  for (int i = 0; i < 8; i++)
    known_total += pattern(6 + i) * (i + 1);
  CHECK(total == known_total + 1);          // TURNS
  // Swapping in a loop.
  TWINS(uint8_t, g);
  int x = g, y = 5;
  for (int i = 0; i < 7; i++) {
    int z = x;
    x = y;
    y = z;
  }
  CHECK(x == 5);                            // CONCRETE
  CHECK(y == near(known_g));                // TURNS
  // A loop whose end is input.
  TWINS(uint8_t, h);
  int rounds = 0;
  while (rounds < (h & 3))                  // TURNS
    rounds++;
  CHECK(rounds == (known_h & 3));           // CONCRETE
  return 0;
}
