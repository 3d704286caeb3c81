// A checksum of eight bits over two bytes, computed with branches for the first byte and without for the other.
// input: mark
#include <braid.h>
#include <stdint.h>

int main(void) {
  uint8_t data[2];
  BRAID_SYMBOLIC(data);
  uint8_t sum = data[0];
  for (int bit = 0; bit < 5; bit++)
    if (sum & 0x80)
      sum = (uint8_t)(sum << 1 ^ 0x07);
    else
      sum = (uint8_t)(sum << 1);
  sum ^= data[1];
  for (int bit = 0; bit < 8; bit++)
    sum = (uint8_t)(sum << 1 ^ (sum >> 7) * 0x07);
  if (sum == 0xa5)
    return 1;
  return 0;
}
