// Unsigned sums and differences that wrap around, at different widths.
// input: mark
#include <braid.h>
#include <stdint.h>

int main(void) {
  uint8_t a, b;
  BRAID_SYMBOLIC(a);
  BRAID_SYMBOLIC(b);
  uint8_t narrow = (uint8_t)(a + b);
  uint32_t wide = (uint32_t)a - b;
  if (narrow < a) {
    if (wide > 0xffffff80u) {
      return 1;
    } else {
      return 2;
    }
  }
  if (wide > 1000) {
    if ((uint16_t)(wide * 257) == 0xfdfd) {
      return 3;
    } else {
      return 4;
    }
  }
  if ((uint8_t)(a * 3) == 1) {
    return 1;
  }
  return 0;
}
