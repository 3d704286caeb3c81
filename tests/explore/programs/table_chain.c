// A table whose entries are indices into itself: each step asks for an address that depends on the last.
// input: stdin 1
#include <stdio.h>

static const unsigned char next[8] = {3, 0, 5, 7, 4, 1, 2, 6};

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  unsigned at = (unsigned)c & 7, steps = 0;
  while (at != 4 && steps < 6) {
    at = next[at];
    steps++;
  }
  if (at == 4)
    return 1;
  if (c >> 3 == 11)
    return 2;
  else
    return 3;
}
