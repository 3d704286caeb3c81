// Vectors with symbolic indices.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers{4, 3, 2, 1};
  int i = std::getchar(), j = std::getchar();
  if (i < 0 || j < 0)
    return 3;
  numbers[unsigned(i) & 3] += 10;
  return numbers[unsigned(j) & 3] == 12 ? 1 : numbers.front() > 10 ? 2 : 0;
}
