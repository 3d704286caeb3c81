// Unions, and types read as other types in every permitted way.
// INPUT: PATTERN 64
// NOTHING-LOST
#include "check.h"

union number {
  float real;
  uint32_t bits;
  struct {
    uint32_t fraction : 23, exponent : 8, sign : 1;
  } parts;
  uint8_t bytes[4];
};

int main(void) {
  begin();
  union number x;
  memset(&x, 0, sizeof x);
  TWINS(uint8_t, a);
  x.real = a;
  union number known = {.real = near(known_a)};
  CHECK(x.bits == known.bits); // TURNS
  known.real = near(known_a);
  CHECK(x.parts.fraction == known.parts.fraction); // TURNS
  known.real = near(known_a);
  CHECK(x.bytes[2] == known.bytes[2]); // TURNS
  TWINS(uint8_t, b);
  union number y = {.real = 1.0f};
  y.bytes[1] = b;
  CHECK(y.real == 1.0f + (near(known_b) << 8) / 8388608.0f); // TURNS
  TWINS(uint8_t, c);
  y.parts.exponent = 127 + (c & 7);
  CHECK(y.real >= 100.0f); // TURNS
  double d = c;
  uint64_t bits;
  memcpy(&bits, &d, 8);
  CHECK(bits >> 48 == 0x4060); // TURNS
  return 0;
}
