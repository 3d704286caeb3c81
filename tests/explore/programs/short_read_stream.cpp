// A stream reads a block that is longer than the input.
// input: stdin 2
#include <iostream>

int main() {
  char block[5] = "....";
  std::cin.read(block, 4);
  if (block[1] == 'q')
    std::cout << "q\n";
  if (block[0] == '.')
    std::cout << "a dot or nothing\n";
  return std::cin.gcount() == 1 ? 1 : 0;
}
