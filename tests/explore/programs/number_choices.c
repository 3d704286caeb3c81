// The smaller and the larger of two numbers, signs, and a product with a sum that is rounded once.
// input: stdin 2
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  signed char bytes[2];
  if (fread(bytes, 1, 2, stdin) != 2)
    return 1;
  double x = bytes[0] / 4.0, y = bytes[1] / 4.0;
  if (fmin(x, y) == 7.25)
    return 2;
  if (fmax(x, y) == -7.25)
    return 3;
  if (copysign(x, y) == -30.5)
    return 4;
  if (fma(x, y, 1) == 0)
    return 5;
  if (fabs(x - y) > 60)
    return 6;
  return 7;
}
