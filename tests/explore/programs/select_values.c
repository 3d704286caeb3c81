// Smallest, middle and largest, found without and with branches.
// input: mark
#include <braid.h>

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
  signed char a, b;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  int c = 25;
  int low = SMALLER(a, SMALLER(b, c)), high = LARGER(a, LARGER(b, c));
  int middle = a + b + c - low - high;
  int sign = (middle > 0) - (middle < 0);
  if (sign == 0)
    return 1;
  if ((middle - low) * sign > high - middle)
    return 2;
  else
    return 3;
}
