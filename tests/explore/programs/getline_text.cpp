// A line read by std::getline.
// input: stdin 2
#include <iostream>
#include <string>

int main() {
  std::string line;
  if (!std::getline(std::cin, line))
    return 1;
  if (line.empty())
    return 2;
  if (line == "ok")
    return 3;
  if (line[0] == '#')
    return 4;
  else
    return 5;
}
