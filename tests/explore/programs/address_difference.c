// Pointers compared and subtracted, of which one depends on input.
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  static long cells[8];
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 5;
  long *left = &cells[i & 7], *right = &cells[j & 7];
  if (left > right)
    return 1;
  return right - left == 3 ? 2 : left == right ? 3 : 0;
}
