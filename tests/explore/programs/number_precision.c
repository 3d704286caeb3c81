// Numbers of two widths, and what is lost between them.
// input: stdin 2
// kept
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint16_t input;
  if (fread(&input, sizeof input, 1, stdin) != 1)
    return 1;
  double x = input * 0.1;
  float narrow = (float)x;
  if (narrow == x) {
    if (input == 0)
      return 2;
    return 3;
  }
  if (0.1 + x == 0.3)
    return 4;
  if (narrow * 10 != input)
    return 5;
  if (narrow > x)
    return 6;
  return 7;
}
