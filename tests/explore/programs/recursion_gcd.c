// Euclid's algorithm by recursion, with remainders of two symbolic numbers.
// input: mark
#include <braid.h>

static unsigned gcd(unsigned a, unsigned b) {
  if (b == 0)
    return a;
  else
    return gcd(b, a % b);
}

int main(void) {
  unsigned char a, b;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  if (gcd(a & 31, b & 15) == 1)
    return 1;
  return 0;
}
