/* The value of a Roman number, written as it should be. */
#include "input.h"

static int worth(unsigned char letter) {
  switch (letter) {
  case 'I':
    return 1;
  case 'V':
    return 5;
  case 'X':
    return 10;
  case 'L':
    return 50;
  case 'C':
    return 100;
  default:
    return 0;
  }
}

int main(void) {
  unsigned char text[7];
  size_t size = read_bytes(text, sizeof text);
  int total = 0, before = 1000;
  for (size_t i = 0; i < size; i++) {
    int value = worth(text[i]);
    if (value == 0)
      return 1;
    if (value > before) {
      if (before * 10 < value || before == 5 || before == 50)
        return 2;
      total += value - 2 * before;
    } else {
      total += value;
    }
    before = value;
  }
  if (total == 42)
    puts("XLII");
  return total > 150;
}
