// After a write at a symbolic place constants and loops go over the whole array.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  int cells[5] = {1, 2, 3, 4, 5}, sum = 0;
  int c = getchar();
  if (c < 0)
    return 3;
  cells[c % 5] = 0;
  for (int i = 0; i < 5; i++)
    sum += cells[i] * (i + 1);
  return sum == 46 ? 1 : cells[4] == 0 ? 2 : 0;
}
