// The compiler's functions on bits: leading and trailing zeros, parity, reversal of bytes.
// input: mark
#include <braid.h>
#include <stdint.h>

int main(void) {
  uint16_t x;
  BRAID_SYMBOLIC(x);
  if (x == 0)
    return 1;
  int result = 0;
  if (__builtin_clz(x) == 20)
    result |= 2;
  if (__builtin_ctz(x) == 3)
    result |= 4;
  if (__builtin_parity(x))
    result |= 8;
  if (__builtin_bswap16(x) == x + 0x00ff)
    result |= 16;
  if (__builtin_ffs(x) > 12)
    result |= 32;
  return result;
}
