// A number read from text.
// input: stdin 2
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char text[3] = {0};
  if (fread(text, 1, 2, stdin) != 2)
    return 1;
  double x = atof(text);
  if (x == .5)
    return 2;
  if (x > 12.5 && x * 2 < 27)
    return 3;
  if (x < 0)
    return 4;
  return 5;
}
