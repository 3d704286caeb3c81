// Arguments and results: many arguments, results of every size, recursion, indirect calls, tables of functions.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"

__attribute__((noinline)) static int last_of_ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  return j - a + (b & c & d & e & f & g & h & i & 0);
}
__attribute__((noinline)) static int64_t fibonacci(int n, int64_t a, int64_t b) {
  return n == 0 ? a : fibonacci(n - 1, b, a + b);
}
__attribute__((noinline)) static int depth(int n, int value) {
  if (n == 0)
    return value;
  int below = depth(n - 1, value + 1);
  return below - 1;
}
__attribute__((noinline)) static uint8_t plus(uint8_t a) { return a + 1; }
__attribute__((noinline)) static uint8_t minus(uint8_t a) { return a - 1; }
__attribute__((noinline)) static unsigned __int128 wide(unsigned __int128 a) { return a * 3; }
__attribute__((noinline)) static _Bool truth(int a) { return a > 5; }
__attribute__((noinline)) static void nothing(int a) { (void)a; }
__attribute__((noinline)) static int constant(int a) { (void)a; return 5; }

static uint8_t (*volatile table[2])(uint8_t) = {plus, minus};

int main(void) {
  begin();
  TWINS(int32_t, a);
  CHECK(last_of_ten(a, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 9 - near(known_a)); // TURNS
  CHECK(last_of_ten(0, 1, 2, 3, 4, 5, 6, 7, 8, a) == near(known_a));     // TURNS
  TWINS(int8_t, b);
  CHECK(fibonacci(10, b, 1) == 34 * near(known_b) + 55); // TURNS
  CHECK(depth(50, b) == near(known_b));                  // TURNS
  TWINS(uint8_t, c);
  CHECK(table[0](c) == (uint8_t)(near(known_c) + 1)); // TURNS
  CHECK(table[1](c) == (uint8_t)(near(known_c) - 1)); // TURNS
  CHECK(table[0](table[1](c)) == near(known_c));      // TURNS
  TWINS(unsigned __int128, d);
  CHECK(wide(d) == near(known_d) * 3); // TURNS
  TWINS(int8_t, e);
  CHECK(truth(e)); // TURNS
  nothing(e);
  CHECK(constant(e) == 5); // CONCRETE
  CHECK(constant(1) == 5); // CONCRETE
  return 0;
}
