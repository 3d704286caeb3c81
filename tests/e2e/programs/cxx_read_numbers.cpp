// Numbers read by std::cin >> are expressions over their digits: integers in every base, signs, booleans,
// characters and floating-point numbers; a number that is none, or too large, fails.
// INPUT: "42 -7 1f 17 1 x 2.5\n"
// INPUT: "41 +8 0xAB 7 0 y -1e3"
// INPUT: "99999999999 1"
// INPUT: "abc"
// INPUT: ""
// VERIFY: --random 60
#include "check.h"

#include <iostream>

int main() {
  int number = -1;
  std::cin >> number;
  if (std::cin.fail())
    puts("no number");
  CHECK(number == 42); // TURNS
  std::cin.clear();
  long signed_number = 0;
  std::cin >> signed_number;
  CHECK(signed_number == -7); // TURNS
  unsigned hexadecimal = 0;
  std::cin >> std::hex >> hexadecimal;
  CHECK(hexadecimal == 0x1f); // TURNS
  unsigned short octal = 0;
  std::cin >> std::oct >> octal >> std::dec;
  CHECK(octal == 017); // TURNS
  bool flag = false;
  std::cin >> flag;
  CHECK(flag); // BRANCH: taken
  char character = 0;
  std::cin >> character;
  CHECK(character == 'x'); // TURNS
  double real = 0;
  std::cin >> real;
  CHECK(real > 2.25); // TURNS
  printf("%d %ld %u %u %d %c %g\n", number, signed_number, hexadecimal, octal, flag, character, real);
  printf("%d%d%d\n", std::cin.good(), std::cin.eof(), std::cin.fail());
}
