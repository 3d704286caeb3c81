// The same byte at widths from 1 to 128 bits.
// input: stdin 1
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 1;
  bool one = c & 8;
  int16_t sixteen = (int16_t)(c * 300);
  uint64_t big = (uint64_t)c << 40 | (uint64_t)c;
  unsigned __int128 huge = (unsigned __int128)big * big;
  if (one && sixteen < 0)
    return 2;
  if (huge >> 80 == 100 * 100)
    return 3;
  if (big % 1000003 < 5000)
    return 4;
  return one;
}
