// Functions that only the C library defines: results are expressions that can be evaluated, and so is errno.
// INPUT: PATTERN 64
// INPUT: "\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\x00\x40\0\0\xc0\x3f"
// INPUT: "\0\0\0\0\0\0\x08\xc0\0\0\0\0\0\0\x00\x40\0\0\xc0\x3f"
// VERIFY: --random 300
// FLAGS: -lm
// NOTHING-LOST
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <math.h>

int main(void) {
  begin();
  double a = TAKE(double), b = TAKE(double), sine, cosine;
  float c = TAKE(float);
  CHECK(sin(a) > 0.5); // BRANCH[2]: taken sin(as_double(stdin[0..7])) > 0.5
  CHECK(cos(a) > 0.5); // BRANCH[2]: not taken
  CHECK(tan(a) > 0); // BRANCH[2]: taken
  CHECK(atan(a) > 1); // BRANCH[2]: not taken
  CHECK(exp(a) > 4); // BRANCH[2]: taken
  CHECK(exp2(a) > 2); // BRANCH[2]: taken exp2(as_double(stdin[0..7])) > 2.0
  CHECK(cbrt(a) > 1.2); // BRANCH[2]: not taken
  CHECK(erf(a) > 0.9); // BRANCH[2]: taken
  CHECK(pow(a, b) > 2); // BRANCH[2]: taken pow(as_double(stdin[0..7]), as_double(stdin[8..15])) > 2.0
  CHECK(atan2(a, b) > 0.5); // BRANCH[2]: taken
  CHECK(hypot(a, b) == 2.5); // BRANCH[2]: taken
  CHECK(remainder(a, b) < 0); // BRANCH[2]: taken
  CHECK(nextafter(a, b) > 1.5); // BRANCH[2]: taken
  CHECK(sinf(c) > 0.5f); // BRANCH[2]: taken sin(as_float(stdin[16..19])) > 0.5f
  CHECK(powf(c, 2.5f) > 2); // BRANCH[2]: taken
  CHECK(logf(c) > 0.25f); // BRANCH[2]: taken
  errno = 0;
  CHECK(log(a) > 0.25); // BRANCH[2]: taken
  CHECK(errno == EDOM); // BRANCH[2]: not taken; BRANCH[3]: taken
  CHECK(log10(b) > 0); // BRANCH[2]: taken
  sincos(a, &sine, &cosine);
  CHECK(sine > cosine); // BRANCH[2]: taken
  return 0;
}
