// Every comparison, signed and unsigned, at every width. Each has bytes of its own, so that each can be turned.
// INPUT: PATTERN 900
// NOTHING-LOST
#include "check.h"

#define COMPARE(type, operator)                                                                                   \
  do {                                                                                                            \
    type a = TAKE(type), b = TAKE(type);                                                                          \
    CHECK(a operator b);                                                                                          \
  } while (0)

#define ORDER(type)                                                                                               \
  COMPARE(type, <);                                                                                               \
  COMPARE(type, <=);                                                                                              \
  COMPARE(type, >);                                                                                               \
  COMPARE(type, >=)

#define EQUAL(type)                                                                                               \
  do {                                                                                                            \
    TWINS(type, a);                                                                                               \
    TWINS(type, b);                                                                                               \
    CHECK(a == near(known_a));                                                                                    \
    CHECK(b != near(known_b));                                                                                    \
  } while (0)

int main(void) {
  begin();
  EQUAL(int8_t);            // ALL-TURN: 2
  EQUAL(uint16_t);          // ALL-TURN: 2
  EQUAL(int32_t);           // ALL-TURN: 2
  EQUAL(uint64_t);          // ALL-TURN: 2
  EQUAL(__int128);          // ALL-TURN: 2
  ORDER(int8_t);            // ALL-TURN: 4
  ORDER(uint8_t);           // ALL-TURN: 4
  ORDER(int16_t);           // ALL-TURN: 4
  ORDER(uint16_t);          // ALL-TURN: 4
  ORDER(int32_t);           // ALL-TURN: 4
  ORDER(uint32_t);          // ALL-TURN: 4
  ORDER(int64_t);           // ALL-TURN: 4
  ORDER(uint64_t);          // ALL-TURN: 4
  ORDER(__int128);          // ALL-TURN: 4
  ORDER(unsigned __int128); // ALL-TURN: 4
  return 0;
}
