// A program written for KLEE: assumptions cut off most of the input.
// input: mark
#include <klee/klee.h>

int main(void) {
  signed char x;
  unsigned char y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x > 10);
  klee_assume(y < x);
  if (x + y > 200)
    return 1;
  if (y * 2 == x)
    return 2;
  if (y > x) // against the assumption
    return 3;
  klee_assume(y != 0);
  if (x % y == 0)
    return 4;
  else
    return 5;
}
