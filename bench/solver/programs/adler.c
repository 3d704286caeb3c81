/* Adler-32, and a comparison with the sum that follows the data. */
#include "input.h"

int main(void) {
  unsigned char data[10];
  size_t size = read_bytes(data, sizeof data);
  if (size < 5)
    return 1;
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < size - 4; i++) {
    low = (low + data[i]) % 65521;
    high = (high + low) % 65521;
    if (high > 600)
      puts("growing");
  }
  uint32_t expected = 0;
  for (size_t i = size - 4; i < size; i++)
    expected = expected << 8 | data[i];
  if ((high << 16 | low) == expected)
    puts("intact");
  return 0;
}
