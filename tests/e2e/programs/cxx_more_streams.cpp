// Streams with the less common facets: dates, money, the order of text; iterators and wide text.
// INPUT: "2021-05-06 123 4.5 x7 abc 12,345 hello world"
// TURNS-IN: locale_classes.tcc
// INPUT: "1999-12-31 0 0 a0 a 7 b"
// VERIFY: --random 40
#include "check.h"

#include <ctime>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <sstream>
#include <string>

int main() {
  std::tm time = {};
  std::cin >> std::get_time(&time, "%Y-%m-%d");
  CHECK(time.tm_year == 122); // TURNS
  CHECK(time.tm_mday == 7);   // TURNS
  std::istream_iterator<int> number(std::cin);
  CHECK(*number == 124); // TURNS
  double real = 0;
  std::cin >> real;
  CHECK(real > 4.6); // TURNS
  char letter = 0;
  int digit = 0;
  std::cin >> letter >> digit;
  CHECK(letter == 'y'); // TURNS
  CHECK(digit == 8);    // TURNS
  char word[8] = {};
  std::cin >> std::setw(8) >> word;
  CHECK(word[2] == 'd'); // TURNS
  std::string text, rest;
  std::cin >> text;
  std::getline(std::cin, rest);
  std::ostringstream out;
  out << std::setfill('0') << std::setw(5) << digit;
  CHECK(out.str()[4] == '9'); // TURNS
  std::wistringstream wide(std::wstring(text.begin(), text.end()));
  int wide_number = 0;
  wide >> wide_number;
  CHECK(wide_number == 14); // TURNS
  std::string money;
  std::istringstream(text) >> std::get_money(money);
  CHECK(money == "12");
  const auto &collate = std::use_facet<std::collate<char>>(std::locale::classic());
  std::string other = "12,346";
  CHECK(collate.compare(text.data(), text.data() + text.size(), other.data(), other.data() + other.size()) == 0);
  CHECK(std::locale::classic()(rest, std::string(" hellp")));
  CHECK(collate.transform(rest.data(), rest.data() + rest.size()).size() == rest.size());
  std::string collected{std::istreambuf_iterator<char>(std::istringstream(rest).rdbuf()), {}};
  CHECK(collected == rest);
}
