// Nested conditions on two characters, some of which exclude each other.
// input: stdin 2
#include <stdio.h>

int main(void) {
  int a = getchar();
  int b = getchar();
  if (a > 'm') {
    if (b > a)
      return 1;
    if (a < 'c') // never
      return 2;
    if (b == 'x')
      return 3;
    else
      return 4;
  }
  if (a == b) {
    if (a == EOF)
      return 5;
    return 6;
  }
  if (a + b == 150)
    return 7;
  return 0;
}
