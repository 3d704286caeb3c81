// A digit of base 64 by a table of 256 entries.
// input: stdin 2
// values: 128,128
// addresses: auto, theory
#include <stdio.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  signed char value[256];
  for (int i = 0; i < 256; i++)
    value[i] = -1;
  for (int i = 0; i < 64; i++)
    value[(unsigned char)digits[i]] = (signed char)i;
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 3;
  if (value[a] < 0 || value[b] < 0)
    return 2;
  return (value[a] << 2 | value[b] >> 4) == 'k' ? 1 : 0;
}
