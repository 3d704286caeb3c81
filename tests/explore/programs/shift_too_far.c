// Shifts by more than the width: the machine takes the low bits of the amount.
// input: stdin 2
// values: 256,4
// kept
#include <stdio.h>

int main(void) {
  int n = getchar(), k = getchar();
  if (n < 0 || k < 0)
    return 1;
  unsigned one = 1u << n;
  if (one == 2) {
    if (n > 40)
      return 2;
    return 3;
  }
  long far = -4096L >> n;
  if (far == -64) {
    if (n > 64)
      return 4;
    return 5;
  }
  int both = (k & 3) << (n & 63);
  if (both == 12 && (n & 63) == 34)
    return 6;
  return 0;
}
