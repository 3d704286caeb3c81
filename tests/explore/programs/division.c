// Quotients and remainders, signed and unsigned, by constants and by each other.
// input: mark
#include <braid.h>

int main(void) {
  signed char a, b;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  if (b == 0)
    return 1;
  if (a / b == -3)
    return 2;
  if (a % b == -7)
    return 3;
  if ((unsigned char)a / 10 == 25)
    return 4;
  if (a % 16 == -15)
    return 5;
  return 0;
}
