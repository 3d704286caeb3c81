// Sums and products of signed bytes that may not fit, and the compiler's question whether they do.
// input: mark
#include <braid.h>

int main(void) {
  signed char a, b, sum, product;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  int result = 0;
  if (__builtin_add_overflow(a, b, &sum))
    result |= 1;
  if (__builtin_mul_overflow(a, b, &product))
    result |= 2;
  if ((signed char)(a + b) < 0 && a > 0 && b > 0)
    result |= 4; // overflow, by hand
  if (!(result & 2) && product == 99)
    result |= 8;
  return result;
}
