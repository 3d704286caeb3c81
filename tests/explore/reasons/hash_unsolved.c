// A hash that goes round many times: no input for it within the time for a question.
// options: --stdin 8 --solver-time-limit 0.2
// reason: unknown to the solver
#include <stdint.h>
#include <unistd.h>

int main(void) {
  uint64_t x = 0;
  if (read(0, &x, 8) != 8)
    return 3;
  for (int i = 0; i < 40; i++) {
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 32 | x << 17;
    x *= x | 1;
  }
  if (x == 0x123456789abcdef0u) // HERE
    return 1;
  return 0;
}
