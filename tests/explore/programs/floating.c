// Floating-point numbers made from input and compared.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  double x = c / 16.0 - 3.0;
  if (x * x < 2.0)
    return 1;
  if (x * 0.1 == 0.5)
    return 2;
  float narrow = (float)x * 1.1f;
  if (narrow > 12.5f)
    return 3;
  if ((int)narrow == 4)
    return 4;
  else
    return 5;
}
