// A number read digit by digit by the program itself.
// input: stdin 2
#include <stdio.h>

int main(void) {
  int c, sign = 1, value = 0, digits = 0;
  c = getchar();
  if (c == '-') {
    sign = -1;
    c = getchar();
  }
  while (c >= '0' && c <= '9') {
    value = 10 * value + (c - '0');
    digits++;
    c = getchar();
  }
  if (digits == 0)
    return 1;
  value *= sign;
  if (value < -5)
    return 2;
  if (value == 42)
    return 3;
  if (c == EOF)
    return 4;
  else
    return 5;
}
