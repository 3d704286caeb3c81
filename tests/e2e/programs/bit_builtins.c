// Bit tricks the compiler has names for.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"

int main(void) {
  begin();
  TWINS(uint32_t, a);
  TWINS(uint64_t, b);
  TWINS(uint16_t, c);
  TWINS(uint8_t, d);
  TWINS(uint32_t, ones);
  TWINS(uint64_t, more_ones);
  TWINS(uint32_t, odd);
  CHECK(__builtin_popcount(ones) == 1 + __builtin_popcount(known_ones));            // TURNS
  CHECK(__builtin_popcountll(more_ones) == 1 + __builtin_popcountll(known_more_ones));        // TURNS
  CHECK(__builtin_parity(odd) == !__builtin_parity(known_odd));                   // TURNS
  TWINS(uint32_t, e);
  TWINS(uint64_t, f);
  e |= 1u << 20;
  f |= 1ull << 20;
  CHECK(__builtin_clz(e) == 2);                                               // TURNS
  CHECK(__builtin_clzll(f) == 5);                                             // TURNS
  CHECK(__builtin_ctz(e) == 4);                                               // TURNS
  CHECK(__builtin_ctzll(f) == 4);                                             // TURNS
  TWINS(uint32_t, g);
  CHECK(__builtin_ffs(g & 0xf0) == 7);                                        // TURNS
  CHECK(__builtin_ffsll(g & 0xff00) == 10);                                   // TURNS
  CHECK(__builtin_bswap16(c) == __builtin_bswap16(near(known_c)));            // TURNS
  CHECK(__builtin_bswap32(a) == __builtin_bswap32(near(known_a)));            // TURNS
  CHECK(__builtin_bswap64(b) == __builtin_bswap64(near(known_b)));            // TURNS
  CHECK(__builtin_bitreverse8(d) == __builtin_bitreverse8(near(known_d)));    // TURNS
  CHECK(__builtin_bitreverse32(a) == __builtin_bitreverse32(near(known_a)));    // TURNS
  CHECK(__builtin_bitreverse64(b) == __builtin_bitreverse64(near(known_b)));    // TURNS
  CHECK(__builtin_rotateleft8(d, 3) == __builtin_rotateleft8(near(known_d), 3));    // TURNS
  CHECK(__builtin_rotateleft32(a, 7) == __builtin_rotateleft32(near(known_a), 7));  // TURNS
  CHECK(__builtin_rotateright64(b, 9) == __builtin_rotateright64(near(known_b), 9)); // TURNS
  TWINS(uint8_t, amount);
  CHECK(__builtin_rotateleft32(0x12345678, amount) == __builtin_rotateleft32(0x12345678, near(known_amount))); // TURNS
  CHECK(__builtin_rotateright64(b, amount) == __builtin_rotateright64(known_b, known_amount ^ 10)); // TURNS
  TWINS(int32_t, h);
  CHECK(__builtin_clrsb(h) == 5); // TURNS
  CHECK(__builtin_abs(h) == abs(near(known_h))); // TURNS
  return 0;
}
