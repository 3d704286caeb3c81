// An index that is subtracted, and one that may be negative.
// input: stdin 2
// values: 16,16
// addresses: auto, theory, lazy
#include <stdio.h>

static const int numbers[32] = {[15] = 4, [16] = 5, [17] = 6, [20] = 4};

int main(void) {
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 4;
  i &= 15, j &= 15;
  const int *middle = numbers + 16;
  return middle[i - j] == 4 ? 1 : *(middle - i) == 5 ? 2 : 0;
}
