// Elements exchanged at places that input names: a permutation, undone or not.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  unsigned char order[4] = {0, 1, 2, 3};
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 3;
  i &= 3, j &= 3;
  unsigned char kept = order[i];
  order[i] = order[j];
  order[j] = kept;
  return order[order[1]] == 2 ? 1 : 0;
}
