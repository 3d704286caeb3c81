// One memory seen as bytes, as a number and as bits of another kind.
// input: mark
#include <braid.h>
#include <stdint.h>

union view {
  uint8_t bytes[4];
  uint16_t halves[2];
  uint32_t word;
};

int main(void) {
  union view v = {.word = 0x01020304};
  braid_symbolic(&v.bytes[1], 2, "middle");
  if (v.word == 0x01beef04)
    return 1;
  if (v.halves[0] < 0x0405)
    return 2;
  if (v.halves[1] == 0x01ff && v.bytes[1] > 250)
    return 3;
  if ((v.word & 0x00010100) == 0x00010100)
    return 1;
  return 0;
}
