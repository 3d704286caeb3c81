// An array whose length depends on input, on the stack.
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  int n = getchar(), i = getchar();
  if (n < 0 || i < 0)
    return 4;
  n = (n & 7) + 1, i &= 7;
  char cells[n];
  for (int k = 0; k < n; k++)
    cells[k] = (char)k;
  if (i >= n)
    return 1;
  return cells[i] == 5 ? 2 : 0;
}
