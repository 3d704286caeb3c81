// Functions of the circle, which nothing but the C library defines.
// input: stdin 1
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 0)
    return 0;
  double x = c / 40.0;
  if (sin(x) > 0.99 && x > 3)
    return 1;
  if (cos(x) * cos(x) + sin(x) * sin(x) > 1.1)
    return 2;
  if (tan(x) < -30)
    return 3;
  if (sinf((float)x) == 2)
    return 4;
  if (atan(x) > 1.4)
    return 5;
  return 6;
}
