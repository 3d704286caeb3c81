// The standard library's sort of two symbolic and two fixed numbers.
// input: mark
#include <algorithm>
#include <array>
#include <braid.h>

int main() {
  signed char input[2];
  BRAID_SYMBOLIC(input);
  std::array<int, 4> items = {40, input[0], -3, input[1]};
  std::sort(items.begin(), items.end());
  if (items[1] == -3)
    return 1;
  else if (items[3] == 40)
    return 2;
  else
    return 3;
}
