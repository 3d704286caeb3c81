/* A mixing hash of two numbers, and magic values that only some inputs give. */
#include "input.h"

int main(void) {
  int32_t numbers[2];
  if (read_numbers(numbers, 2) != 2)
    return 1;
  uint32_t a = (uint32_t)numbers[0], b = (uint32_t)numbers[1];
  if (a == 0xcafef00d)
    puts("magic");
  a ^= a >> 16;
  a += b << 3;
  if ((a ^ b) == 0x12345678)
    puts("mixed magic");
  b = (b << 7 | b >> 25) ^ a;
  if (b % 1000 == 123)
    puts("remainder");
  if (a + b < 1000)
    puts("small sum");
  if ((b & 0xffff) == (a >> 16))
    puts("halves meet");
  return 0;
}
