// A recursion as deep as input says: deeper than paths are followed.
// options: --stdin 2 --max-depth 20
// reason: decisions left out by --max-depth
#include <stdio.h>

static int depth(int n) {
  if (n == 0) // HERE
    return 0;
  return 1 + depth(n - 1);
}

int main(void) {
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  if (depth(high * 256 + low) == 30)
    return 1;
  return 0;
}
