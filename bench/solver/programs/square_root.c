/* The integer square root of a number of 16 bits, bit by bit. */
#include "input.h"

int main(void) {
  unsigned char data[2];
  if (read_bytes(data, sizeof data) != sizeof data)
    return 1;
  uint32_t number = data[0] | (uint32_t)data[1] << 8, root = 0;
  for (uint32_t bit = 1u << 14; bit != 0; bit >>= 2) {
    if (number >= root + bit) {
      number -= root + bit;
      root = root / 2 + bit;
    } else {
      root /= 2;
    }
  }
  if (number == 0 && root > 200)
    puts("a large square");
  return 0;
}
