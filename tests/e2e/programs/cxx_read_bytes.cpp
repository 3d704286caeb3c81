// Single characters and blocks from std::cin: get, peek, read, putback, unget, ignore, readsome and the buffer.
// INPUT: "abcdefghij\nklm"
// INPUT: "a\n"
// INPUT: ""
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <iostream>

int main() {
  int first = std::cin.get();
  CHECK(first == 'b'); // TURNS
  int second = std::cin.peek();
  CHECK(second == 'c'); // TURNS
  char character = 0;
  std::cin.get(character);
  CHECK(character == 'd'); // TURNS
  std::cin.putback(character);
  std::cin.get(character);
  CHECK(character < 'e'); // TURNS
  std::cin.unget();
  CHECK(std::cin.get() == 'B'); // TURNS
  char block[4] = {};
  std::cin.read(block, 3);
  CHECK(memcmp(block, "cdx", 3) == 0); // TURNS
  std::cin.ignore(2);
  CHECK(std::cin.rdbuf()->sbumpc() == 'h'); // TURNS
  std::cin.get(block, 4, 'z');
  CHECK(block[0] == 'x'); // TURNS
  printf("%s %d%d%d %d\n", block, std::cin.good(), std::cin.eof(), std::cin.fail(), (int)std::cin.gcount());
  std::cin.clear();
  int count = 0;
  for (int c; (c = std::cin.get()) != EOF;)
    count += c == 'k';
  printf("%d %d\n", count, std::cin.eof());
}
