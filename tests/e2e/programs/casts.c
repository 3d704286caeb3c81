// Every conversion between integer types, and between integers and pointers.
// INPUT: PATTERN 180
// NOTHING-LOST
#include "check.h"

#define CONVERT(from, to)                                                                                         \
  do {                                                                                                            \
    TWINS(from, a);                                                                                               \
    CHECK((to)a == (to)near(known_a));                                                                            \
  } while (0)
#define CONVERT_TO_ALL(from)                                                                                      \
  CONVERT(from, int8_t);                                                                                          \
  CONVERT(from, uint8_t);                                                                                         \
  CONVERT(from, int16_t);                                                                                         \
  CONVERT(from, uint16_t);                                                                                        \
  CONVERT(from, int32_t);                                                                                         \
  CONVERT(from, uint32_t);                                                                                        \
  CONVERT(from, int64_t);                                                                                         \
  CONVERT(from, uint64_t);                                                                                        \
  CONVERT(from, __int128);                                                                                        \
  CONVERT(from, unsigned __int128)

int main(void) {
  begin();
  CONVERT_TO_ALL(int8_t);   // ALL-TURN: 10
  input_at = 0;
  CONVERT_TO_ALL(uint8_t);  // ALL-TURN: 10
  input_at = 10;
  CONVERT_TO_ALL(int16_t);  // ALL-TURN: 10
  input_at = 11;
  CONVERT_TO_ALL(uint16_t); // ALL-TURN: 10
  input_at = 40;
  CONVERT_TO_ALL(int32_t);  // ALL-TURN: 10
  input_at = 41;
  CONVERT_TO_ALL(uint32_t); // ALL-TURN: 10
  input_at = 80;
  CONVERT_TO_ALL(int64_t);  // ALL-TURN: 10
  input_at = 81;
  CONVERT_TO_ALL(uint64_t); // ALL-TURN: 10
  input_at = 0;
  CONVERT_TO_ALL(__int128); // ALL-TURN: 10
  input_at = 162;
  TWINS(uint8_t, a);
  CHECK((_Bool)(a & 3) == !(known_a & 3)); // TURNS
  CHECK((void *)(uintptr_t)a == (void *)(uintptr_t)near(known_a)); // TURNS
  TWINS(uint64_t, b);
  CHECK((void *)b == (void *)near(known_b)); // TURNS
  CHECK((uint32_t)(uintptr_t)(void *)b == (uint32_t)near(known_b)); // TURNS
  TWINS(int8_t, c);
  CHECK((uint64_t)(int64_t)c == (uint64_t)(int64_t)near(known_c)); // TURNS
  CHECK((int)(char)(c + 1) == (char)(near(known_c) + 1)); // TURNS
  return 0;
}
