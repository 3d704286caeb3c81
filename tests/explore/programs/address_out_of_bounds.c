// An index that may be behind the end of an array on the heap: both sides are explored. What lies behind it is not
// asked.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned char *block = calloc(200, 1);
  block[7] = 1;
  int c = getchar();
  if (c < 0)
    return 2;
  volatile unsigned char there = block[c];
  (void)there;
  return c < 200 ? 1 : 0;
}
