// Stream buffers and facets that a program derives from the library's. In a locale with such a facet the library
// looks digits up in a text, one decision for each: the number is then a constant.
// INPUT: "abc 12 x"
// TURNS-IN: char_traits.h
// INPUT: "   "
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <istream>
#include <locale>
#include <ostream>
#include <streambuf>
#include <string>

// Hands out what it is given, one character at a time, each turned into the next.
struct Successors : std::streambuf {
  explicit Successors(std::string text) : text(text) {}
  int_type underflow() override {
    if (at == text.size())
      return traits_type::eof();
    next = static_cast<char>(text[at++] + 1);
    setg(&next, &next, &next + 1);
    return traits_type::to_int_type(next);
  }
  std::string text;
  size_t at = 0;
  char next = 0;
};

struct Collector : std::streambuf {
  int_type overflow(int_type c) override {
    text.push_back(traits_type::to_char_type(c));
    return c;
  }
  std::string text;
};

struct Doubling : std::num_get<char> {
  iter_type do_get(iter_type from, iter_type end, std::ios_base &stream, std::ios_base::iostate &state,
                   long &value) const override {
    iter_type result = std::num_get<char>::do_get(from, end, stream, state, value);
    value *= 2;
    return result;
  }
};

int main() {
  char bytes[9] = {};
  if (read(0, bytes, 8) < 0)
    return 1;
  Successors source(std::string(bytes, 8));
  std::istream in(&source);
  std::string word;
  in >> word;
  CHECK(!word.empty() && word[0] == 'B'); // TURNS
  in.clear();
  in.imbue(std::locale(in.getloc(), new Doubling));
  std::istream numbers(nullptr);
  Successors more("01");
  more.text += bytes[4];
  numbers.rdbuf(&more);
  numbers.imbue(in.getloc());
  long number = 0;
  numbers >> number;
  CHECK(number == 246);
  Collector collector;
  std::ostream out(&collector);
  out << number << ' ' << bytes;
  CHECK(collector.text[5] == 'B'); // TURNS
  puts(collector.text.c_str());
}
