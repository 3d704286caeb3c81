// Where a polynomial is nearly zero.
// input: stdin 2
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  short fixed;
  if (fread(&fixed, sizeof fixed, 1, stdin) != 1)
    return 1;
  float x = fixed / 4096.0f, value = x * x * x - 2 * x - 5;
  if (fabsf(value) < 0.001f)
    return 2;
  if (value == -5)
    return 3;
  if (value > 0)
    return 4;
  return 5;
}
