/* 50 million rounds of integer mixing on data that is not input, then branches on input. */
#include "kernel.h"

static uint32_t kernel(unsigned char *data, size_t size) {
  uint32_t x = 12345, y = 6789;
  for (int i = 0; i < 50000000; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    y = y * 1664525u + x;
  }
  for (size_t i = 0; i < size; i++)
    if (data[i] == 'a')
      y++;
    else if (data[i] > 100)
      y += 3;
  return y;
}
