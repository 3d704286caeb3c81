// Arithmetic that does not round to nearest, or takes tiny numbers for zero, is not IEEE arithmetic as the trace means
// it: recorded as lost, also where the result is the same, for with other input it would not be.
// INPUT: "abc\x03"
// FLAGS: -lm
#include "check.h"
#include <fenv.h>
#include <xmmintrin.h>

__attribute__((noinline)) static double third(double a) { return a / 3; }
__attribute__((noinline)) static float times(float a, float b) { return a * b; }

int main(void) {
  begin();
  CHECK(third(input_bytes[0]) > 32.5); // TURNS
  fesetround(FE_UPWARD);
  volatile double up = third(input_bytes[1]);
  CHECK(up > 32.25);                   // CONCRETE
  CHECK(third(input_bytes[3]) == 2.0); // CONCRETE
  fesetround(FE_TONEAREST);
  _mm_setcsr(_mm_getcsr() | 0x8040);
  CHECK(times(input_bytes[2], 1e-44f) > 0); // CONCRETE
  CHECK(times(input_bytes[0], 0.5f) == 48); // CONCRETE
  return 0;
}
