// A division by a number that is zero on some paths.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  int divisor = 3;
  while (divisor > 0 && c > 'a' + divisor * 10)
    divisor--;
  if (1000 / divisor + c > 600)
    return 1;
  return 0;
}
