// Numbers that are none, infinite ones, tiny ones, and zeros with a sign.
// input: stdin 2
// kept
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  uint16_t high;
  if (fread(&high, sizeof high, 1, stdin) != 1)
    return 1;
  uint32_t bits = (uint32_t)high << 16;
  float x;
  memcpy(&x, &bits, sizeof x);
  if (isnan(x)) {
    if (signbit(x))
      return 2;
    return 3;
  }
  if (isinf(x)) {
    if (x > 0)
      return 4;
    return 5;
  }
  if (x == 0) {
    if (signbit(x))
      return 6;
    return 7;
  }
  if (fpclassify(x) == FP_SUBNORMAL)
    return 8;
  if (x != x)
    return 9;
  if (x * x == 0)
    return 10;
  if (x * x > 1e38f)
    return 11;
  return 12;
}
