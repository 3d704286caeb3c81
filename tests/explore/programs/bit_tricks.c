// Counting, finding and clearing bits in the ways people do.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char x;
  BRAID_SYMBOLIC(x);
  int ones = 0;
  for (unsigned rest = x; rest; rest &= rest - 1)
    ones++;
  if (ones != __builtin_popcount(x))
    return 99;
  if (x != 0 && (x & (x - 1)) == 0)
    return 1;
  if ((x & -x) == 4)
    return 2;
  if (((x ^ (x >> 1)) & 0x55) == 0x41)
    return 3;
  if (ones == 5)
    return 4;
  else
    return 0;
}
