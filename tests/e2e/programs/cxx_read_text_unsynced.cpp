// The same as cxx_read_text after sync_with_stdio(false): words and lines are looked for in the stream's buffer.
// INPUT: "word rest of it\nline\nfield;tail\nabcdef"
// TURNS-IN: char_traits.h
// TURNS-IN: istream.tcc
// INPUT: "w\n\n\n;x"
// INPUT: "   many    spaces   \t here\n"
// INPUT: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb"
// INPUT: ""
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <iomanip>
#include <iostream>
#include <string>

static void state(const char *where) {
  printf("%s: %d%d%d%d count %d\n", where, std::cin.good(), std::cin.eof(), std::cin.fail(), std::cin.bad(),
         static_cast<int>(std::cin.gcount()));
}

static void show(const std::string &text) {
  fwrite(text.data(), 1, text.size(), stdout);
  printf(" (%zu, %zu)\n", text.size(), text.capacity());
}

int main() {
  std::ios_base::sync_with_stdio(false);
  std::string word, line, field;
  std::cin >> word;
  state("word");
  CHECK(word == "word");
  CHECK(word.size() == 4);
  std::getline(std::cin, line);
  state("line");
  CHECK(line.find("of") != std::string::npos);
  std::getline(std::cin, line);
  CHECK(line.empty());
  std::getline(std::cin, field, ';');
  state("field");
  CHECK(field.compare("fields") < 0);
  std::cin.ignore(100, '\n'); // TURNS
  state("ignore");
  char small[4] = "";
  std::cin >> std::setw(4) >> small;
  state("array");
  CHECK(small[0] == 'a'); // TURNS
  char rest[3] = "";
  std::cin.getline(rest, 3);
  state("getline");
  CHECK(rest[1] == 'e'); // TURNS
  show(word);
  show(line);
  show(field);
  printf("%s|%s\n", small, rest);
}
