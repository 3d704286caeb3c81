// An array written at an index from input, and read at fixed places afterwards.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int counts[8] = {0}, c = getchar();
  if (c == EOF)
    return 9;
  counts[c >> 5] = c;
  counts[(c + 32) >> 5 & 7]++;
  if (counts[3] > 100)
    return 1;
  if (counts[0] == 1)
    return 2;
  if (counts[7] == 1)
    return 3;
  else
    return 4;
}
