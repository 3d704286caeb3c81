// A tree in an array, walked by the bits of a byte.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

static const unsigned char tree[15] = {0, 0, 0, 0, 0, 0, 0, 'e', 't', 'a', 'o', 'i', 'n', 's', 'h'};

int main(void) {
  int c = getchar();
  if (c < 0)
    return 3;
  int at = 0;
  for (int bit = 0; bit < 3; bit++)
    at = 2 * at + 1 + (c >> bit & 1);
  return tree[at] == 'a' ? 1 : tree[at] > 'p' ? 2 : 0;
}
