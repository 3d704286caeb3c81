// NaN, infinities and zeros with a sign, made from bits that are input.
// INPUT: "\x00\x00\xc0\x7e\x00\x00\x80\x3e\x00\x00\x00\x00\x00\x00\xf0\x7e\x01\x00\x00\x80"
// FLAGS: -lm
// NOTHING-LOST
#include "check.h"
#include <math.h>

int main(void) {
  begin();
  float a = TAKE(float), b = TAKE(float);
  double c = TAKE(double);
  float d = TAKE(float);
  CHECK(isnan(a));          // TURNS
  CHECK(a != a);
  CHECK(b < 1.0f);          // TURNS
  CHECK(!(b >= 1.0f));
  CHECK(isinf(c));          // TURNS
  CHECK(isfinite(c));
  CHECK(d == 0.0f);         // TURNS
  CHECK(isnormal(b));       // TURNS
  CHECK(isunordered(a, b));
  CHECK(isless(b, 0.125f)); // TURNS
  CHECK(islessgreater(b, 0.25f)); // TURNS
  CHECK(__builtin_isfpclass(d, 0x90)); // TURNS
  return 0;
}
