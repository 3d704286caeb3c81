// Functions that report errors in errno.
// input: stdin 1
// kept
#include <errno.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  errno = 0;
  double x = log(c - 3);
  if (errno == EDOM)
    return 1;
  if (errno == ERANGE)
    return 2;
  if (sqrt(5 - x) != sqrt(5 - x)) {
    if (errno == EDOM)
      return 3;
    return 4;
  }
  double large = exp(c * 4.0);
  if (errno == ERANGE)
    return 5;
  if (large > 1e300)
    return 6;
  return 7;
}
