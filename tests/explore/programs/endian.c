// Numbers put together from bytes in both orders, and taken apart again.
// input: mark
#include <braid.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  uint8_t bytes[2], copy[2];
  BRAID_SYMBOLIC(bytes);
  uint16_t little, big = (uint16_t)(bytes[0] << 8 | bytes[1]);
  memcpy(&little, bytes, 2);
  if (little == big)
    return 1;
  if (big == 500)
    return 2;
  if (little / 256 != bytes[1])
    return 3; // never
  copy[0] = (uint8_t)(little >> 4);
  copy[1] = (uint8_t)(little << 4 | little >> 12);
  if (copy[0] > copy[1])
    return 4;
  else
    return 5;
}
