// Degrees from one scale to another, from 16 bits with a sign.
// input: stdin 2
// kept
#include <stdio.h>

int main(void) {
  short fahrenheit;
  if (fread(&fahrenheit, sizeof fahrenheit, 1, stdin) != 1)
    return 1;
  double celsius = (fahrenheit - 32) * 5.0 / 9.0;
  if (celsius < -273.15)
    return 2;
  if (celsius == fahrenheit)
    return 3;
  if (celsius > 36.5 && celsius < 37.5)
    return 4;
  if (celsius == 37.25)
    return 5;
  return 6;
}
