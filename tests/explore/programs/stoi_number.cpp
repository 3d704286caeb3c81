// A string turned into a number, with exceptions for those that are none.
// input: stdin 1
#include <cstdio>
#include <stdexcept>
#include <string>

int main() {
  std::string text;
  if (int c = std::getchar(); c != EOF)
    text = std::string(1, char(c)) + "1";
  try {
    int value = std::stoi(text);
    if (value < 0)
      return 1;
    else if (value > 40)
      return 2;
    else
      return 3;
  } catch (const std::invalid_argument &) {
    return 4;
  }
}
