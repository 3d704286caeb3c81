// Objects in a list that each take a decision and pass on.
// input: stdin 1
#include <array>
#include <cstdio>

struct Filter {
  virtual ~Filter() = default;
  virtual bool accepts(int c) const = 0;
};
struct Range : Filter {
  int low, high;
  Range(int low, int high) : low(low), high(high) {}
  bool accepts(int c) const override { return low <= c && c <= high; }
};
struct Mask : Filter {
  int mask;
  explicit Mask(int mask) : mask(mask) {}
  bool accepts(int c) const override { return (c & mask) == mask; }
};

int main() {
  const Range letters('a', 'z'), high(128, 255);
  const Mask odd(1), pair(6);
  const std::array<const Filter *, 4> filters = {&letters, &odd, &pair, &high};
  int c = std::getchar(), number = 0;
  for (const Filter *filter : filters) {
    if (filter->accepts(c))
      number++;
    else if (number == 2)
      break;
  }
  return number;
}
