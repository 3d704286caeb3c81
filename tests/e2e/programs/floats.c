// float and double: arithmetic, comparison, conversions, and the functions that are instructions.
// INPUT: PATTERN 200
// FLAGS: -lm
// NOTHING-LOST
#include "check.h"
#include <math.h>

#define NUMBERS(type)                                                                                             \
  do {                                                                                                            \
    TWINS(int16_t, i);                                                                                            \
    type a = (type)i, b = (type)2.5;                                                                              \
    CHECK(a + b == (type)near(known_i) + b);                                                                      \
    CHECK(a - b == (type)near(known_i) - b);                                                                      \
    CHECK(a * b == (type)near(known_i) * b);                                                                      \
    CHECK(a / b == (type)near(known_i) / b);                                                                      \
    CHECK(-a == -(type)near(known_i));                                                                            \
    CHECK(b / a == b / (type)near(known_i));                                                                      \
    CHECK((int)a == near(known_i));                                                                               \
    CHECK((int64_t)(a * 2) == 2 * near(known_i));                                                                 \
    CHECK((double)a == (double)near(known_i));                                                                    \
    CHECK((float)a == (float)near(known_i));                                                                      \
  } while (0)

#define ORDER(type, operator)                                                                                     \
  do {                                                                                                            \
    type a = (type)TAKE(int8_t), b = (type)TAKE(int8_t) / 2;                                                      \
    CHECK(a operator b);                                                                                          \
  } while (0)

int main(void) {
  begin();
  NUMBERS(float);  // ALL-TURN: 10
  NUMBERS(double); // ALL-TURN: 10
  ORDER(float, <);   // TURNS
  ORDER(float, <=);  // TURNS
  ORDER(float, >);   // TURNS
  ORDER(float, >=);  // TURNS
  ORDER(double, <);  // TURNS
  ORDER(double, <=); // TURNS
  ORDER(double, >);  // TURNS
  ORDER(double, >=); // TURNS
  ORDER(double, ==); // TURNS
  ORDER(double, !=); // TURNS
  TWINS(uint8_t, u);
  CHECK((unsigned)(u * 1.5) == (unsigned)(near(known_u) * 1.5)); // TURNS
  CHECK((uint8_t)(float)u == near(known_u));                     // TURNS
  TWINS(uint32_t, w);
  CHECK((double)w == (double)near(known_w));                     // TURNS
  CHECK((uint64_t)(double)w == near(known_w));                   // TURNS
  TWINS(int8_t, s);
  double x = s / 4.0, known_x = known_s / 4.0;
  CHECK(__builtin_elementwise_sqrt(x * x + 16) == 5.0);                                // TURNS
  CHECK(floor(x) == floor(known_x) + 1);                         // TURNS
  CHECK(ceil(x) == ceil(known_x) - 1);                           // TURNS
  CHECK(trunc(x) == trunc(known_x) + 2);                         // TURNS
  CHECK(round(x) == round(known_x) - 2);                         // TURNS
  CHECK(rint(x) == rint(known_x) + 3);                           // TURNS
  CHECK(nearbyint(x) == nearbyint(known_x) - 3);                 // TURNS
  CHECK(fabs(x) == fabs(known_x) + 4.25);                        // TURNS
  CHECK(fmin(x, 100) == known_x + 5);                            // TURNS
  CHECK(fmax(x, -100) == known_x - 5);                           // TURNS
  CHECK(copysign(x, -1.0) == -fabs(known_x + 6));                // TURNS
  CHECK(fma(x, 2.0, 1.0) == 2 * known_x + 8.5);                    // TURNS
  CHECK(floorf((float)x) == floorf((float)known_x) + 7);         // TURNS
  CHECK(__builtin_elementwise_sqrt((float)(x * x)) == (float)fabs(known_x) + 8.25f);  // TURNS
  TWINS(int8_t, z);
  double y = z;
  CHECK(signbit(y - 20.0) == !signbit(known_z - 20.0));          // TURNS
  return 0;
}
