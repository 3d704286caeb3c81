// With -mfma Clang makes one operation of a product and a sum within an expression: so does the trace, also where the one
// rounding gives another number than two.
// INPUT: PATTERN 200
// FLAGS: -mfma -lm
// NEEDS: fma
// NOTHING-LOST
#include "check.h"

static double square(double x) { return x * x; }

__attribute__((noinline)) static double plus(double a, double b, double c) { return a * b + c; }
__attribute__((noinline)) static double minus(double a, double b, double c) { return a * b - c; }
__attribute__((noinline)) static double from(double a, double b, double c) { return c - a * b; }
__attribute__((noinline)) static float small(float a, float b, float c) { return a * b + c; }
__attribute__((noinline)) static double apart(double a, double b, double c) {
  double product = a * b; // another expression: two operations
  return product + c;
}

typedef double lanes __attribute__((vector_size(16)));
__attribute__((noinline)) static lanes both(lanes a, lanes b, lanes c) { return a * b + c; }

int main(void) {
  begin();
  TWINS(int16_t, i);
  double x = 1 + i * 0x1p-40, y = 1 - i * 0x1p-40; // x * y is 1 - i * i * 0x1p-80, and 1 when it is rounded
  CHECK(plus(x, y, -1) == -square(near(known_i)) * 0x1p-80);     // TURNS
  CHECK(minus(x, y, 1) == -square(near(known_i)) * 0x1p-80);     // TURNS
  CHECK(from(x, y, 1) == square(near(known_i)) * 0x1p-80);     // TURNS
  CHECK(apart(x, y, -1) == 0);
  CHECK(plus(x, y, -1) < 0 && apart(x, y, -1) == 0);
  TWINS(int8_t, j);
  float u = 1 + j * 0x1p-20f, v = 1 - j * 0x1p-20f;
  CHECK(small(u, v, -1) == -square(near(known_j)) * 0x1p-40f); // TURNS
  TWINS(uint8_t, k);
  double w = 1 + k * 0x1p-40, z = 1 - k * 0x1p-40;
  lanes fused = both((lanes){w, z}, (lanes){z, z}, (lanes){-1, -1});
  CHECK(fused[0] == -square(near(known_k)) * 0x1p-80); // TURNS
  return 0;
}
