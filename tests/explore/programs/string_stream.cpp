// Integers written to a stream in memory, in several bases.
// input: stdin 2
// values: 256,4
// kept
#include <cstdio>
#include <sstream>
#include <string>

int main() {
  int first = std::getchar(), second = std::getchar();
  if (second == EOF)
    return 9;
  std::ostringstream out;
  switch (second & 3) {
  case 0:
    out << static_cast<signed char>(first) + 0;
    return out.str() == "-77";
  case 1:
    out << static_cast<unsigned>(first) << '!';
    return 2 + (out.str() == "201!");
  case 2:
    out << (first - 128) * 1000000l;
    return 4 + (out.str() == "-128000000");
  default:
    out << std::hex << std::showbase << first;
    return 6 + (out.str() == "0xc5");
  }
}
