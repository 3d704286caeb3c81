// A table of 32-bit numbers, as of a CRC, filled before it is used.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++)
      value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
  int c = getchar();
  if (c < 0)
    return 2;
  return (~table[(0xffffffffu ^ (unsigned)c) & 0xff] ^ 0xffffffu) >> 24 == 0x3c ? 1 : 0;
}
