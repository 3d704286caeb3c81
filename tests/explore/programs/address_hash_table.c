// A hash table with open addressing over symbolic keys.
// input: stdin 2
// values: 8,8
// addresses: auto, theory, lazy
#include <stdio.h>

static signed char slots[4] = {-1, -1, -1, -1};

static int insert(int key) {
  unsigned at = (unsigned)key * 5 % 4;
  while (slots[at] >= 0 && slots[at] != key)
    at = (at + 1) % 4;
  slots[at] = (signed char)key;
  return (int)at;
}

int main(void) {
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 5;
  a &= 7, b &= 7;
  return insert(a) == insert(b) ? 1 : slots[3] == 7 ? 2 : 0;
}
