// Integers whose width is no power of two: arithmetic, shifts, comparisons, conversions, memory.
// INPUT: PATTERN 600
// NOTHING-LOST
#include "check.h"

// What a is compared with.
#define X ((number)near(known_first))

// TWINS copies whole objects; the bits above the width must be as the ABI wants them, so the value is made by a
// conversion from the next integer that has no such bits.
#define WIDTH(bits, wide)                                                                                         \
  do {                                                                                                            \
    typedef unsigned _BitInt(bits) number;                                                                        \
    typedef signed _BitInt(bits) whole;                                                                           \
    TWINS(wide, first);                                                                                           \
    TWINS(wide, second);                                                                                          \
    number a = (number)first, b = (number)second, y = (number)known_second;                                       \
    number in_memory[2];                                                                                          \
    memset(in_memory, 0, sizeof in_memory);                                                                       \
    in_memory[1] = a;                                                                                             \
    CHECK((number)(a + b) == (number)(X + y));                                                                    \
    CHECK((number)(a - b) == (number)(X - y));                                                                    \
    CHECK((number)(a * (b | (number)1)) == (number)(X * (y | (number)1)));                                        \
    CHECK((number)(a ^ b) == (number)(X ^ y));                                                                    \
    CHECK((number)(a << 1) == (number)(X << 1));                                                                  \
    CHECK((number)(a / (number)2) == (number)(X / (number)2));                                                    \
    CHECK((whole)a >> 1 == (whole)X >> 1);                                                                        \
    CHECK((__int128)(whole)a == (__int128)(whole)X);                                                              \
    CHECK((unsigned __int128)a == (unsigned __int128)X);                                                          \
    CHECK(in_memory[1] == X);                                                                                     \
  } while (0)

int main(void) {
  begin();
  WIDTH(7, uint8_t);             // ALL-TURN: 10
  WIDTH(8, uint8_t);             // ALL-TURN: 10
  WIDTH(24, uint32_t);           // ALL-TURN: 10
  WIDTH(33, uint64_t);           // ALL-TURN: 10
  WIDTH(48, uint64_t);           // ALL-TURN: 10
  WIDTH(64, uint64_t);           // ALL-TURN: 10
  WIDTH(65, unsigned __int128);  // ALL-TURN: 10
  WIDTH(100, unsigned __int128); // ALL-TURN: 10
  WIDTH(128, unsigned __int128); // ALL-TURN: 10
  return 0;
}
