// With -ffp-contract=fast products and sums of different expressions are one operation, too, if the product has no other use.
// INPUT: PATTERN 200
// FLAGS: -mfma -ffp-contract=fast
// LEVELS: -O1 -O2
// NEEDS: fma
// NOTHING-LOST
#include "check.h"

static double square(double x) { return x * x; }

__attribute__((noinline)) static double fused(double a, double b, double c) {
  double product = a * b;
  return product + c;
}
__attribute__((noinline)) static double used_twice(double a, double b, double c) {
  double product = a * b;
  return product == 1 ? product + c : 7;
}

int main(void) {
  begin();
  TWINS(int16_t, i);
  double x = 1 + i * 0x1p-40, y = 1 - i * 0x1p-40;
  CHECK(fused(x, y, -1) == -square(near(known_i)) * 0x1p-80); // TURNS
  CHECK(used_twice(x, y, -1) == 0);
  return 0;
}
