// A sine that no number of three bytes has, as far as anybody knows: neither found nor called impossible.
// options: --stdin 3 --solver-time-limit 1
// reason: unknown to the solver
#include <math.h>
#include <unistd.h>

int main(void) {
  unsigned char t[3];
  if (read(0, t, 3) != 3)
    return 3;
  double x = t[0] * 65536.0 + t[1] * 256.0 + t[2];
  if (sin(x) == 0.123456789) // HERE
    return 1;
  return 0;
}
