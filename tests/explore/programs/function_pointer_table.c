// A function chosen from a table by an index from input.
// input: stdin 1
#include <stdio.h>

static int zero(int c) { return c > 200; }
static int one(int c) {
  if (c == 65)
    return 5;
  else
    return 6;
}
static int two(int c) {
  if (c & 0x80)
    return 7;
  else
    return 8;
}

int main(void) {
  static int (*const table[])(int) = {zero, one, two, one};
  int c = getchar();
  if (c < 0)
    return 9;
  else
    return table[c & 3](c);
}
