// Blocks whose sizes depend on input: every size is tried, and an index that does not fit is seen.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), i = getchar();
  if (n < 0 || i < 0)
    return 3;
  unsigned char *block = calloc((size_t)(n & 3) + 1, 1);
  if ((i & 3) > (n & 3))
    return 2;
  block[i & 3] = 1;
  return block[0] == 1 ? 1 : 0;
}
