// Streams in memory: what is written comes out as symbols again.
// INPUT: "7 abc\n12;34"
// TURNS-IN: locale_facets.tcc stdin[0] == '9'
// INPUT: "x"
// INPUT: ""
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

int main() {
  std::stringstream all;
  all << std::cin.rdbuf(); // the whole of standard input
  std::string text = all.str();
  printf("%zu %d%d\n", text.size(), all.good(), std::cin.good());
  if (text.size() < 11)
    return 0;
  CHECK(text[2] == 'A'); // TURNS
  int number = 0;
  std::string word;
  all >> number >> word;
  CHECK(number == 8);   // TURNS
  CHECK(word[1] == 'B'); // TURNS
  std::string field;
  std::getline(all >> std::ws, field, ';');
  CHECK(field[0] == '2'); // TURNS
  all.clear();
  all.str("");
  all << std::setw(6) << std::setfill('*') << number << '|' << word << '|' << std::boolalpha << (number == 9);
  std::string line = all.str();
  CHECK(line[8] == 'C'); // TURNS
  puts(line.c_str());
  std::istringstream in(text);
  std::vector<char> characters{std::istream_iterator<char>(in), std::istream_iterator<char>()};
  CHECK(characters[3] == 'D'); // TURNS
  std::ostringstream out;
  out << std::hex << std::showbase << std::uppercase << text[4] + 0 << ' ' << text.c_str();
  CHECK(out.str()[3] == '9'); // TURNS
  puts(out.str().c_str());
  std::string quoted = "\"" + word + "\" tail", unquoted;
  std::istringstream(quoted) >> std::quoted(unquoted);
  CHECK(unquoted.size() == 3);
  in.clear();
  in.seekg(-1, std::ios_base::end);
  CHECK(in.get() == '5'); // TURNS
  in.seekg(0);
  in.unget();
  printf("%d %d\n", in.fail(), static_cast<int>(in.tellg()));
}
