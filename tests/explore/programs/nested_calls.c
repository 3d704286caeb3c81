// Decisions in functions that call each other, on values computed by their callers.
// input: stdin 1
#include <stdio.h>

static int third(int x) {
  if (x % 7 == 3)
    return 1;
  else
    return 0;
}
static int second(int x, int y) {
  if (x > y)
    return third(x - y);
  return third(y) + 2;
}
static int first(int x) {
  int r = second(x, 100);
  if (r == 2)
    r += second(2 * x, 50);
  return r;
}

int main(void) { return first(getchar()); }
