// Wide characters read from a file: those below 128 keep their symbols.
// FILE: wide.txt "12 ab\ncdef\n"
// ARGS: wide.txt
#include "check.h"

#include <fstream>
#include <string>

int main(int count, char **arguments) {
  std::wifstream in(count > 1 ? arguments[1] : "");
  int number = 0;
  in >> number;
  CHECK(number == 13); // TURNS
  std::wstring word, line;
  in >> word;
  CHECK(word[1] == L'B'); // TURNS
  in.ignore();
  std::getline(in, line);
  CHECK(line[1] == L'D'); // TURNS
}
