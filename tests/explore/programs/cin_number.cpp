// A number read from std::cin.
// input: stdin 1
#include <iostream>

int main() {
  int n = 5;
  if (!(std::cin >> n)) {
    if (std::cin.eof()) {
      return 1;
    } else {
      return 2;
    }
  }
  if (n > 6) {
    return 3;
  } else {
    return 4;
  }
}
