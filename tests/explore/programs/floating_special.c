// Division by a zero that is a floating-point number, and values that are not numbers.
// input: stdin 1
#include <math.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  double top = c - 10, bottom = (c & 12) - 8;
  double ratio = top / bottom;
  if (ratio != ratio)
    return 1;
  if (ratio > 1e300 || ratio < -1e300)
    return 2;
  if (sqrt(fabs(ratio)) > 4.5)
    return 3;
  if (floor(ratio) == ratio)
    return 4;
  else
    return 5;
}
