// Every arithmetic and bitwise operator on every integer type of C.
// INPUT: PATTERN 400
// NOTHING-LOST
#include "check.h"

// T: the type; U: the unsigned type that the operation is done in, so that signed types do not overflow.
#define ADD(T, U, a, b) ((T)((U)(a) + (U)(b)))
#define SUBTRACT(T, U, a, b) ((T)((U)(a) - (U)(b)))
#define MULTIPLY(T, U, a, b) ((T)((U)(a) * (U)((b) | 1)))
#define AND(T, U, a, b) ((T)((a) & ((b) | 63)))
#define OR(T, U, a, b) ((T)((a) | ((b) & ~63)))
#define XOR(T, U, a, b) ((T)((a) ^ (b)))
#define NOT(T, U, a, b) ((T)~(a))
#define NEGATE(T, U, a, b) ((T)(-(U)(a)))
#define LEFT(T, U, a, b) ((T)((U)(a) << 2))
#define RIGHT(T, U, a, b) ((T)((a) >> 1))
#define HALF(T, U, a, b) ((T)((a) / 2))
#define REST(T, U, a, b) ((T)((a) % 77))

#define OPERATOR(T, U, operator)                                                                                  \
  do {                                                                                                            \
    T x = near(known_a);                                                                                          \
    CHECK(operator(T, U, a, b) == operator(T, U, x, known_b));                                                    \
  } while (0)

#define OPERATORS(T, U)                                                                                           \
  do {                                                                                                            \
    TWINS(T, a);                                                                                                  \
    TWINS(T, b);                                                                                                  \
    OPERATOR(T, U, ADD);                                                                                          \
    OPERATOR(T, U, SUBTRACT);                                                                                     \
    OPERATOR(T, U, MULTIPLY);                                                                                     \
    OPERATOR(T, U, AND);                                                                                          \
    OPERATOR(T, U, OR);                                                                                           \
    OPERATOR(T, U, XOR);                                                                                          \
    OPERATOR(T, U, NOT);                                                                                          \
    OPERATOR(T, U, NEGATE);                                                                                       \
    OPERATOR(T, U, LEFT);                                                                                         \
    OPERATOR(T, U, RIGHT);                                                                                        \
    OPERATOR(T, U, HALF);                                                                                         \
    OPERATOR(T, U, REST);                                                                                         \
  } while (0)

int main(void) {
  begin();
  OPERATORS(int8_t, uint32_t); // ALL-TURN: 12
  OPERATORS(uint8_t, uint32_t); // ALL-TURN: 12
  OPERATORS(int16_t, uint32_t); // ALL-TURN: 12
  OPERATORS(uint16_t, uint32_t); // ALL-TURN: 12
  OPERATORS(int32_t, uint32_t); // ALL-TURN: 12
  OPERATORS(uint32_t, uint32_t); // ALL-TURN: 12
  OPERATORS(int64_t, uint64_t); // ALL-TURN: 12
  OPERATORS(uint64_t, uint64_t); // ALL-TURN: 12
  OPERATORS(__int128, unsigned __int128); // ALL-TURN: 12
  OPERATORS(unsigned __int128, unsigned __int128); // ALL-TURN: 12
  return 0;
}
