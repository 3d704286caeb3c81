/* A program of ten lines, for runs per second. */
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == 'a')
    puts("one");
  else if (c > 'm')
    puts("two");
  return c == EOF;
}
