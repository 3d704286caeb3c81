// Objects that read standard input when they are made, before main, in the order in which they stand here.
// INPUT: "key 12\nsecond line\n"
// RESTARTS
// INPUT: "x"
#include <iostream>
#include <string>

static std::string read_word() {
  std::string word;
  std::cin >> word;
  return word;
}

static const std::string word = read_word();

struct Line {
  std::string text;
  Line() {
    std::getline(std::cin, text);
    if (!text.empty() && text[1] == '9') // TURNS
      std::cout << "nine\n";
  }
};

static Line line;

int main() {
  if (word.size() == 3 && word[2] == 'x') // TURNS
    std::cout << "kex\n";
  std::string next;
  if (std::getline(std::cin, next) && next[0] == 't') // TURNS
    std::cout << "third\n";
  std::cout << word << ',' << line.text << ',' << next << '\n';
  return 0;
}
