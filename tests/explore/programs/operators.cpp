// A number type of the program's own, with operators that decide.
// input: mark
#include <braid.h>

class Saturated {
public:
  explicit Saturated(int value) : value_(value > 127 ? 127 : value < -128 ? -128 : value) {}
  Saturated operator+(const Saturated &other) const { return Saturated(value_ + other.value_); }
  Saturated operator*(const Saturated &other) const { return Saturated(value_ * other.value_); }
  bool operator==(int other) const { return value_ == other; }

private:
  int value_;
};

int main() {
  signed char raw;
  BRAID_SYMBOLIC(raw);
  Saturated x(raw), y = x + x, z = y * Saturated(3);
  if (y == 126)
    return 1;
  if (z == -128)
    return 2;
  else if (z == 60)
    return 3;
  else
    return 4;
}
