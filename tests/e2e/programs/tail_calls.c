// Guaranteed tail calls: the label of the result arrives at whoever called the first of the chain.
// INPUT: PATTERN 64
// NOTHING-LOST
#include "check.h"

__attribute__((noinline)) static int end(int a, int b) { return a * 2 + b; }
__attribute__((noinline)) static int middle(int a, int b) { __attribute__((musttail)) return end(a + 1, b); }
__attribute__((noinline)) static int begin_of_chain(int a, int b) { __attribute__((musttail)) return middle(a + 1, b); }
__attribute__((noinline)) static int odd(int a, int n);
__attribute__((noinline)) static int even(int a, int n) {
  if (n == 0)
    return a;
  __attribute__((musttail)) return odd(a, n - 1);
}
__attribute__((noinline)) static int odd(int a, int n) {
  if (n == 0)
    return -a;
  __attribute__((musttail)) return even(a, n - 1);
}
__attribute__((noinline)) static int other(int a) { return a; }

int main(void) {
  begin();
  TWINS(int16_t, a);
  CHECK(begin_of_chain(a, 3) == (near(known_a) + 2) * 2 + 3); // TURNS
  CHECK(begin_of_chain(3, a) == 10 + near(known_a));          // TURNS
  CHECK(even(a, 10) == near(known_a));                        // TURNS
  CHECK(even(a, 7) == -near(known_a));                        // TURNS
  CHECK(other(3) + begin_of_chain(1, 2) == 11);               // CONCRETE
  CHECK(even(4, 6) == 4);                                     // CONCRETE
  return 0;
}
