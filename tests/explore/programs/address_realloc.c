// A block that moves keeps what a symbolic index has done to it.
// input: stdin 2
// values: 4,8
// addresses: auto, theory, lazy
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *block = malloc(4);
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 4;
  memset(block, 'a', 4);
  block[i & 3] = 'b';
  block = realloc(block, 4000);
  memset(block + 4, 'c', 4);
  return block[j & 7] == 'b' ? 1 : block[1] == 'b' ? 2 : 0;
}
