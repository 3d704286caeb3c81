// Shifts by amounts that are input, of values that are input, of constants.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"

#define SHIFT(type, utype)                                                                                        \
  do {                                                                                                            \
    TWINS(type, a);                                                                                               \
    TWINS(uint8_t, amount);                                                                                       \
    const unsigned bits = sizeof(type) * 8;                                                                       \
    CHECK((type)((utype)a << amount % bits) == (type)((utype)known_a << (known_amount + 1) % bits));              \
    CHECK((type)(a >> amount % bits) == (type)(known_a >> (known_amount + 2) % bits));                            \
    CHECK((type)((utype)1 << amount % bits) == (type)((utype)1 << (known_amount + 3) % bits));                    \
    CHECK((type)(a >> 2) == (type)(near(known_a) >> 2));                                                          \
  } while (0)

int main(void) {
  begin();
  SHIFT(int8_t, uint32_t);                     // ALL-TURN: 4
  SHIFT(uint8_t, uint32_t);                    // ALL-TURN: 4
  SHIFT(int16_t, uint32_t);                    // ALL-TURN: 4
  SHIFT(uint16_t, uint32_t);                   // ALL-TURN: 4
  SHIFT(int32_t, uint32_t);                    // ALL-TURN: 4
  SHIFT(uint32_t, uint32_t);                   // ALL-TURN: 4
  SHIFT(int64_t, uint64_t);                    // ALL-TURN: 4
  SHIFT(uint64_t, uint64_t);                   // ALL-TURN: 4
  SHIFT(__int128, unsigned __int128);          // ALL-TURN: 4
  SHIFT(unsigned __int128, unsigned __int128); // ALL-TURN: 4
  return 0;
}
