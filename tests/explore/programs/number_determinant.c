// A determinant of small numbers.
// input: stdin 2
// kept
#include <stdio.h>

int main(void) {
  unsigned char bytes[2];
  if (fread(bytes, 1, 2, stdin) != 2)
    return 1;
  float a = bytes[0] & 15, b = bytes[0] >> 4, c = bytes[1] & 15, d = bytes[1] >> 4;
  float determinant = a * d - b * c;
  if (determinant == 0) {
    if (a * b * c * d != 0)
      return 2;
    return 3;
  }
  if (determinant == 225)
    return 4;
  if (1 / determinant == 0.125f)
    return 5;
  return 6;
}
