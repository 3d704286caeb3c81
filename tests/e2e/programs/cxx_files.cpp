// Files that are input: std::ifstream in all its ways of reading, and std::fstream and std::filebuf beneath it.
// INPUT: ""
// FILE: data "12 word\nline two\nx=5;y=6\n"
// INPUT: ""
// FILE: data "a"
// INPUT: ""
// FILE: data ""
// VERIFY: --random 40
#include "check.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

int main() {
  std::ifstream in("data");
  if (!in)
    return 1;
  int number = 0;
  std::string word, line;
  in >> number >> word;
  CHECK(number == 13); // TURNS
  CHECK(!word.empty() && word[0] == 'W'); // TURNS
  in >> std::ws;
  std::getline(in, line);
  CHECK(!line.empty() && line[0] == 'L'); // TURNS
  printf("%d\n", static_cast<int>(in.tellg()));
  in.clear();
  in.seekg(3);
  CHECK(in.get() == 'v'); // TURNS
  in.seekg(-2, std::ios_base::end);
  CHECK(in.peek() == '7'); // TURNS
  in.clear();
  in.seekg(0);
  char block[8] = {};
  in.read(block, 7);
  CHECK(block[6] == 'D'); // TURNS
  printf("%d%d%d %d\n", in.good(), in.eof(), in.fail(), static_cast<int>(in.gcount()));
  in.close();

  std::ifstream again("data", std::ios_base::binary);
  std::stringstream all;
  all << again.rdbuf();
  CHECK(!all.str().empty() && all.str()[4] == '3'); // TURNS

  std::ifstream third("data");
  std::string everything{std::istreambuf_iterator<char>(third), std::istreambuf_iterator<char>()};
  CHECK(!everything.empty() && everything.back() == '!'); // TURNS

  std::fstream both("data", std::ios_base::in | std::ios_base::out);
  char first = 0;
  both.get(first);
  CHECK(first == '4'); // TURNS
  std::filebuf buffer;
  buffer.open("data", std::ios_base::in);
  CHECK(buffer.sgetc() == '5'); // TURNS
  printf("%d\n", static_cast<int>(buffer.in_avail()));
  puts(everything.c_str());
}
