// Division and remainder: both operands input, signs mixed, divisors that are constants of every kind.
// INPUT: PATTERN 300
// NOTHING-LOST
#include "check.h"

#define DIVIDE(type)                                                                                              \
  do {                                                                                                            \
    TWINS(type, a);                                                                                               \
    TWINS(uint8_t, small);                                                                                        \
    type b = (type)(small % 7 + 2), y = (type)(known_small % 7 + 2);                                              \
    CHECK(a / b == near(known_a) / y);                                                                            \
    CHECK(a % b == (near(known_a) % y));                                                                          \
    CHECK(a / 10 == near(known_a) / 10);                                                                          \
    CHECK((type)(a % -5) == (type)(near(known_a) % -5));                                                          \
    CHECK(100 / b == 100 / (type)((known_small + 3) % 7 + 2));                                                    \
  } while (0)

int main(void) {
  begin();
  DIVIDE(int8_t);            // TURNS
  DIVIDE(uint8_t);           // TURNS
  DIVIDE(int16_t);           // TURNS
  DIVIDE(uint16_t);          // TURNS
  DIVIDE(int32_t);           // TURNS
  DIVIDE(uint32_t);          // TURNS
  DIVIDE(int64_t);           // TURNS
  DIVIDE(uint64_t);          // TURNS
  DIVIDE(__int128);          // TURNS
  DIVIDE(unsigned __int128); // TURNS
  int8_t negative = TAKE(int8_t);
  negative |= -128;
  CHECK(negative / 3 == -20);  // TURNS
  CHECK(negative % 7 == -3);   // TURNS
  CHECK(-100 / negative == 2); // TURNS
  return 0;
}
