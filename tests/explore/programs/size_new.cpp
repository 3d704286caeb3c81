// new T[n] with a symbolic n.
// input: stdin 1
// values: 4
#include <cstdio>

int main() {
  int n = std::getchar();
  if (n < 0)
    return 3;
  unsigned long *numbers = new unsigned long[(unsigned(n) & 3) + 1]();
  numbers[unsigned(n) & 3] = 7;
  const int result = numbers[0] == 7 ? 1 : 0;
  delete[] numbers;
  return result;
}
