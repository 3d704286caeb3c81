// A table of 256 constants, looked up by a byte: one path each way, not 256.
// input: stdin 1
// addresses: auto, theory
// kept
#include <stdio.h>

static const unsigned char kinds[256] = {[' '] = 1, ['\t'] = 1, ['a'] = 2, ['b'] = 2, ['z'] = 2, [200] = 3};

int main(void) {
  int c = getchar();
  if (c < 0)
    return 4;
  if (kinds[c] == 2)
    return 1;
  return 0;
}
