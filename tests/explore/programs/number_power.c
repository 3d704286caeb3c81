// Powers, logarithms and roots.
// input: stdin 1
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  double x = c;
  if (pow(x, 3) == 27)
    return 1;
  if (pow(2, x) == 1024)
    return 2;
  if (log10(x) == 2)
    return 3;
  if (exp(x / 10) < 1.2 && exp(x / 10) > 1.15)
    return 4;
  if (cbrt(x) == 6)
    return 5;
  if (exp2(-x) == 0)
    return 6;
  if (log(x + 2) > 5.5)
    return 7;
  return 8;
}
