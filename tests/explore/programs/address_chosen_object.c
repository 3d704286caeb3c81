// A pointer that is one of two objects, chosen by input without a branch, is written through.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  int first[2] = {1, 2}, second[2] = {3, 4};
  int *table[2] = {first, second};
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 6;
  table[i & 1][j & 1] = 9;
  return first[1] == 9 ? 1 : second[0] == 9 ? 2 : 0;
}
