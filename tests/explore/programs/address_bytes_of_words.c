// Words written at symbolic places and read byte by byte.
// input: stdin 2
// values: 4,16
// addresses: auto, theory, lazy
#include <stdint.h>
#include <stdio.h>

int main(void) {
  union {
    uint32_t words[4];
    uint8_t bytes[16];
  } both = {{0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10}};
  int i = getchar(), j = getchar();
  if (i < 0 || j < 0)
    return 4;
  both.words[i & 3] = 0xaabbccdd;
  return both.bytes[j & 15] == 0xcc ? 1 : both.bytes[5] == 0xcc ? 2 : 0;
}
