// A call through a table of functions: every target is explored, and as many paths as targets.
// input: stdin 1
// addresses: auto, theory
#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }

int main(void) {
  static int (*const table[8])(void) = {one, two, one, three, two, one, one, two};
  int c = getchar();
  if (c < 0)
    return 0;
  return table[c & 7]();
}
