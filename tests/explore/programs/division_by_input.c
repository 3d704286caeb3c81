// A division by a number from input: that it is zero is a decision that the source does not show.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 1;
  if (1000 / (c - 77) > 30)
    return 2;
  return 3;
}
