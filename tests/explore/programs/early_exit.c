// The program ends in the middle: exit in a function, _exit, and a function registered for the end.
// input: stdin 1
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int c;
static void at_end(void) {
  if (c == 'q')
    puts("quit");
}
static int check(int low) {
  if (c < low)
    exit(3);
  if (c == 'x')
    _exit(4);
  return c - low;
}

int main(void) {
  atexit(at_end);
  c = getchar();
  if (check('a') > 20)
    return 1;
  if (check('d') == 0)
    return 1;
  return 0;
}
