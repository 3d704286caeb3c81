// A computation with numbers of 80 bits, for which expressions have no meaning: what it decides is not seen.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 'a')
    return 1;
  long double x = c;
  x = x * x / 3;
  if (x > 5000.0L)
    return 2;
  if (c == 'b')
    return 3;
  else
    return 4;
}
