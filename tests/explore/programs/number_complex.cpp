// Size and angle of complex numbers.
// input: stdin 2
// values: 32,32
// kept
#include <cmath>
#include <complex>
#include <unistd.h>

int main() {
  unsigned char t[2];
  if (read(0, t, 2) != 2)
    return 6;
  std::complex<double> z((t[0] & 31) - 16, (t[1] & 31) - 16);
  if (std::abs(z) == 5)
    return 1;
  if (std::arg(z) == std::atan2(-7.0, 7.0))
    return 2;
  std::complex<float> f(t[0] & 31, t[1] & 31);
  if (std::abs(f * f) > 1000)
    return 3;
  if (std::norm(z) == 100)
    return 4;
  return 0;
}
