// std::to_string and std::to_chars of integers.
// input: stdin 2
// values: 256,4
// kept
#include <charconv>
#include <cstdio>
#include <string>

int main() {
  int first = std::getchar(), second = std::getchar();
  if (second == EOF)
    return 9;
  int x = static_cast<signed char>(first);
  switch (second & 3) {
  case 0:
    return std::to_string(x) == "-77";
  case 1:
    return 2 + (std::to_string(static_cast<unsigned>(first)) + "!" == "201!");
  case 2:
    return 4 + (std::to_string(x * 10000000000ll) == "420000000000");
  default:
    char text[2];
    auto [end, error] = std::to_chars(text, text + sizeof text, x);
    if (error != std::errc{})
      return 6;
    return 7 + (std::string(text, end) == "-5");
  }
}
