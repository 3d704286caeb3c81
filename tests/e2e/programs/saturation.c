// Saturating arithmetic, minimum, maximum, absolute value; as one instruction of the compiler each.
// INPUT: PATTERN 300
// NOTHING-LOST
#include "check.h"

#define ELEMENTWISE(type)                                                                                         \
  do {                                                                                                            \
    TWINS(type, a);                                                                                               \
    type b = 3, c = 30; /* not input: whether they saturate is up to a */                                         \
    CHECK(__builtin_elementwise_add_sat(a, b) == __builtin_elementwise_add_sat(near(known_a), b));                \
    CHECK(__builtin_elementwise_sub_sat(a, b) == __builtin_elementwise_sub_sat(near(known_a), b));                \
    CHECK(__builtin_elementwise_min(a, c) != __builtin_elementwise_min(known_a, c));                              \
    CHECK(__builtin_elementwise_max(a, c) != __builtin_elementwise_max(known_a, c));                              \
  } while (0)

int main(void) {
  begin();
  ELEMENTWISE(int8_t);   // TURNS
  ELEMENTWISE(uint8_t);  // TURNS
  ELEMENTWISE(int16_t);  // TURNS
  ELEMENTWISE(uint16_t); // TURNS
  ELEMENTWISE(int32_t);  // TURNS
  ELEMENTWISE(uint32_t); // TURNS
  ELEMENTWISE(int64_t);  // TURNS
  ELEMENTWISE(uint64_t); // TURNS
  int8_t a = TAKE(int8_t), b = TAKE(int8_t), c = TAKE(int8_t), d = TAKE(int8_t);
  CHECK(__builtin_elementwise_add_sat(a, (int8_t)100) == 127);   // TURNS
  CHECK(__builtin_elementwise_sub_sat(b, (int8_t)100) == -128);  // TURNS
  CHECK(__builtin_elementwise_abs(c) == 13);                     // TURNS
  CHECK(__builtin_elementwise_max(d, (int8_t)20) == 20);         // TURNS
  return 0;
}
