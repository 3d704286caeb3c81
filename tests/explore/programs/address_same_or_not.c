// Two elements that may be the same one, with no branch that asks: a[i] = 0; a[j] = 1; if (a[i] == 0).
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  int a[8];
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 3;
  i &= 7, j &= 7;
  a[i] = 0;
  a[j] = 1;
  return a[i] == 0 ? 1 : 0;
}
