// The same in a program that is linked with the archive of the library.
// INPUT: "42 word\nline;x"
// INPUT: "q"
// FLAGS: -static
// VERIFY: --random 40
#include "check.h"

#include <iostream>
#include <stdexcept>
#include <string>
#include <unordered_map>

int main() {
  int number = 0;
  std::string word, line;
  std::cin >> number >> word;
  CHECK(number == 43); // TURNS
  std::getline(std::cin >> std::ws, line, ';');
  CHECK(!line.empty() && line[0] == 'L'); // TURNS
  std::unordered_map<std::string, int> table = {{"x", 1}, {"y", 2}};
  table[word]++;
  printf("%zu\n", table.size());
  try {
    if (std::cin.get() == 'y') // TURNS
      throw std::runtime_error("y");
    throw std::runtime_error(line);
  } catch (const std::exception &error) {
    puts(error.what());
  }
}
