/* CRC-32 bit by bit. */
#include "kernel.h"

static uint32_t kernel(unsigned char *data, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
  }
  return ~crc;
}
