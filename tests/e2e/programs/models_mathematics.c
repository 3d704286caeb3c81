// Functions of <math.h> that set errno or have two results keep their meaning, and errno is an expression.
// INPUT: PATTERN 40
// INPUT: "\0\0\0\0\0\0\x10\x40\0\0\0\0\0\0\x04\xc0\0\0\0\0\0\0\xf0\x7f\0\0\0\0\0\0\xf8\x3f"
// VERIFY: --random 300
// FLAGS: -lm
#include "check.h"

#include <errno.h>
#include <math.h>

int main(void) {
  begin();
  double a = TAKE(double), b = TAKE(double), c = TAKE(double), d = TAKE(double), whole;
  errno = 0;
  CHECK(sqrt(a) > 1.5);  // TURNS
  CHECK(errno == EDOM);  // TURNS
  CHECK(modf(b, &whole) < -0.25);
  CHECK(whole == -2.0);
  CHECK(modf(c, &whole) == 0);
  CHECK(lround(d) == 2);
  CHECK(lrint(d) == 2);
  CHECK(llround(b) < 0);
  CHECK(sqrtf((float)d) < 1.25f);
  int exponent;
  CHECK(frexp(d, &exponent) == 0.75); // TURNS
  CHECK(exponent == 1); // BRANCH[2]: taken
  CHECK(fmod(d, 2.0) == 1.5); // BRANCH[2]: taken
  CHECK(fdim(d, 1.0) == 0.5); // BRANCH[2]: taken
  CHECK(ldexp(d, 3) == 12.0); // BRANCH[2]: taken
  return 0;
}
