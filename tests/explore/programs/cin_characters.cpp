// Characters read from std::cin one by one.
// input: stdin 2
#include <iostream>

int main() {
  char c;
  int letters = 0;
  while (std::cin.get(c))
    if (c >= 'a' && c <= 'z')
      letters++;
    else if (c == '.')
      break;
  return letters;
}
