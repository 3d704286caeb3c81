/* The greatest common divisor of two numbers of 16 bits, by remainders. */
#include "input.h"

int main(void) {
  unsigned char data[4];
  if (read_bytes(data, sizeof data) != sizeof data)
    return 1;
  unsigned a = data[0] | data[1] << 8, b = data[2] | data[3] << 8, steps = 0;
  if (a == 0 || b == 0)
    return 2;
  while (b != 0 && steps < 4) {
    unsigned rest = a % b;
    a = b;
    b = rest;
    steps++;
  }
  if (b == 0 && a == 1)
    puts("coprime");
  else if (b == 0 && a > 100)
    puts("much in common");
  return 0;
}
