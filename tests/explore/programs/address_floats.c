// A table of floating-point numbers.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

static const double powers[8] = {1, 2.5, 6.25, 15.625, 39.0625, 97.65625, 244.140625, 610.3515625};

int main(void) {
  int c = getchar();
  if (c < 0)
    return 2;
  return powers[c & 7] == 39.0625 ? 1 : 0;
}
