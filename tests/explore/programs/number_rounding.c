// From numbers to whole numbers, in every direction.
// input: stdin 1
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  signed char c;
  if (fread(&c, 1, 1, stdin) != 1)
    return 0;
  double x = c / 8.0;
  if (floor(x) == 4 && x != 4)
    return 1;
  if (ceil(x) == -3 && trunc(x) == -3 && round(x) == -4)
    return 2;
  if (rint(x) != round(x))
    return 3;
  if (fmod(x, 3.5) == 1.25)
    return 4;
  if ((int)(x * 10) == -42)
    return 5;
  if ((unsigned char)fabs(x) == 15)
    return 6;
  return 7;
}
