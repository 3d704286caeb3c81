// __builtin_add_overflow and its kin: the result and the flag, at every width.
// INPUT: PATTERN 700
#include "check.h"

#define OVERFLOW(type, builtin)                                                                                   \
  do {                                                                                                            \
    TWINS(type, a);                                                                                               \
    TWINS(type, b);                                                                                               \
    type result, known_result;                                                                                    \
    int flag = builtin(a, b, &result);                                                                            \
    builtin(near(known_a), known_b, &known_result);                                                               \
    CHECK(flag);                                                                                                  \
    CHECK(result == known_result);                                                                                \
  } while (0)

int main(void) {
  begin();
  OVERFLOW(int8_t, __builtin_add_overflow);   // ALL-TURN: 2
  OVERFLOW(uint8_t, __builtin_add_overflow);  // ALL-TURN: 2
  OVERFLOW(int16_t, __builtin_add_overflow);  // ALL-TURN: 2
  OVERFLOW(uint16_t, __builtin_add_overflow); // ALL-TURN: 2
  OVERFLOW(int32_t, __builtin_add_overflow);  // ALL-TURN: 2
  OVERFLOW(uint32_t, __builtin_add_overflow); // ALL-TURN: 2
  OVERFLOW(int64_t, __builtin_add_overflow);  // ALL-TURN: 2
  OVERFLOW(uint64_t, __builtin_add_overflow); // ALL-TURN: 2
  OVERFLOW(int8_t, __builtin_sub_overflow);   // ALL-TURN: 2
  OVERFLOW(uint8_t, __builtin_sub_overflow);  // ALL-TURN: 2
  OVERFLOW(int32_t, __builtin_sub_overflow);  // ALL-TURN: 2
  OVERFLOW(uint32_t, __builtin_sub_overflow); // ALL-TURN: 2
  OVERFLOW(int64_t, __builtin_sub_overflow);  // ALL-TURN: 2
  OVERFLOW(uint64_t, __builtin_sub_overflow); // ALL-TURN: 2
  OVERFLOW(int8_t, __builtin_mul_overflow);   // TURNS
  OVERFLOW(uint8_t, __builtin_mul_overflow);  // TURNS
  OVERFLOW(int32_t, __builtin_mul_overflow);  // TURNS
  OVERFLOW(uint32_t, __builtin_mul_overflow); // TURNS
  OVERFLOW(int64_t, __builtin_mul_overflow);  // TURNS
  OVERFLOW(uint64_t, __builtin_mul_overflow); // TURNS
  return 0;
}
