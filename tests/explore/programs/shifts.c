// Shifts by amounts from input, of signed and unsigned numbers.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char value;
  BRAID_SYMBOLIC(value);
  unsigned amount = value & 7;
  int negative = -(int)(value >> 3) - 1;
  if ((1u << amount) == 32)
    return 1;
  if (negative >> amount == -1)
    return 2;
  if (((value << amount) & 0xff) == 0x60)
    return 3;
  if ((signed char)(value << 1) < 0)
    return 4;
  return 0;
}
