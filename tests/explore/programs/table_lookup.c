// A constant table read at an index from input, and a decision on what was found.
// input: stdin 1
#include <stdio.h>

static const unsigned char prices[16] = {9, 4, 7, 7, 1, 0, 3, 250, 8, 8, 8, 2, 6, 5, 5, 11};

int main(void) {
  int c = getchar();
  if (c < 'a' || c > 'p')
    return 1;
  unsigned price = prices[c - 'a'];
  if (price > 100)
    return 2;
  if (price == 8 && c != 'i')
    return 3;
  return 0;
}
