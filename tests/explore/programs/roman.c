// Numbers in Roman digits.
// input: stdin 2
#include <stdio.h>

static int digit(int c) {
  switch (c) {
  case 'I':
    return 1;
  case 'V':
    return 5;
  case 'X':
    return 10;
  case 'L':
    return 50;
  }
  return 0;
}

int main(void) {
  int total = 0, last = 0, c;
  while ((c = getchar()) != EOF && c != '\n') {
    int value = digit(c);
    if (value == 0)
      return 99;
    total += value;
    if (last < value)
      total -= 2 * last;
    last = value;
  }
  return total;
}
