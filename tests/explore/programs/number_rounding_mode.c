// Numbers are rounded up: operations on them are not those that a trace has.
// input: stdin 2
// values: 16,16
#include <fenv.h>
#include <stdio.h>

int main(void) {
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 1;
  double x = (i & 15) + 1, y = (j & 15) + 1;
  fesetround(FE_UPWARD);
  double quotient = x / y;
  fesetround(FE_TONEAREST);
  if (quotient * y > x) {
    if (quotient < 0.3)
      return 2;
    return 3;
  }
  return 0;
}
