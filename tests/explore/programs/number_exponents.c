// The exponent of a number and back.
// input: stdin 1
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c <= 0)
    return 0;
  int exponent;
  double fraction = frexp(c / 16.0, &exponent);
  if (exponent == 3 && fraction == 0.625)
    return 1;
  if (ldexp(fraction, 4) == 15.5)
    return 2;
  if (exponent < 0)
    return 3;
  return 4;
}
