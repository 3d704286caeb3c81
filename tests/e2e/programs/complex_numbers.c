// Complex numbers, which the compiler takes apart into pairs.
// INPUT: PATTERN 32
// FLAGS: -lm
// NOTHING-LOST
#include "check.h"
#include <complex.h>

__attribute__((noinline)) static double complex rotate(double complex z) { return z * I; }
__attribute__((noinline)) static float complex add(float complex a, float complex b) { return a + b; }

int main(void) {
  begin();
  TWINS(int8_t, a);
  TWINS(int8_t, b);
  double complex z = a + b * I;
  CHECK(creal(z) == near(known_a)); // TURNS
  CHECK(cimag(z) == near(known_b)); // TURNS
  double complex r = rotate(z);
  CHECK(creal(r) == -near(known_b)); // TURNS
  CHECK(cimag(r) == near(known_a));  // TURNS
  float complex f = add(a, 2.0f * I);
  CHECK(crealf(f) == near(known_a)); // TURNS
  CHECK(cimagf(f) == 2.0f);          // CONCRETE
  CHECK(conj(z) == known_a + 8 - known_b * I); // TURNS
  CHECK(cabs(z) > 100);              // TURNS
  CHECK(cargf(f) > 3.0f);            // TURNS
  return 0;
}
