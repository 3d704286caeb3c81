/* CRC-32 bit by bit, and a comparison with the sum that follows the data. */
#include "input.h"

int main(void) {
  unsigned char data[7];
  size_t size = read_bytes(data, sizeof data);
  if (size < 5)
    return 1;
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < size - 4; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      if (crc & 1)
        crc = crc >> 1 ^ 0xedb88320u;
      else
        crc >>= 1;
  }
  uint32_t expected = 0;
  for (size_t i = size - 4; i < size; i++)
    expected = expected << 8 | data[i];
  if (~crc == expected)
    puts("intact");
  return 0;
}
