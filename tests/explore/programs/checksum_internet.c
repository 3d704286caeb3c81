// The sum of the Internet protocols, with its carry, and a hash by multiplication.
// input: mark
#include <braid.h>
#include <stdint.h>

int main(void) {
  uint8_t data[2];
  BRAID_SYMBOLIC(data);
  uint32_t sum = (uint32_t)(data[0] << 8 | data[1]) + 0xf00fu;
  sum = (sum & 0xffff) + (sum >> 16);
  uint16_t check = (uint16_t)~sum;
  uint32_t hash = 2166136261u;
  for (int i = 0; i < 2; i++)
    hash = (hash ^ data[i]) * 16777619u;
  if (check == 0)
    return 1;
  if (hash % 1000 == 7)
    return 2;
  if (check < 0x100 && hash > 0x80000000u)
    return 3;
  else
    return 4;
}
