// Classes and case of characters through locales, also with facets that the program has made.
// INPUT: "aB3 \t_xQzzK;"
// INPUT: "\377\200~\0abcdef!\n"
// VERIFY: --random 100
// NOTHING-LOST
#include "check.h"

#include <locale>
#include <string>

struct Shouting : std::ctype<char> {
  char do_toupper(char c) const override { return c == 'x' ? '!' : std::ctype<char>::do_toupper(c); } // TURNS
};

// Separators are spaces.
struct Separators : std::ctype<char> {
  static const mask *table() {
    static mask own[table_size];
    for (size_t i = 0; i < table_size; i++)
      own[i] = classic_table()[i];
    own[static_cast<unsigned char>(';')] |= space;
    return own;
  }
  Separators() : std::ctype<char>(table()) {}
};

int main() {
  char in[12] = {};
  if (read(0, in, sizeof in) < 0)
    return 1;
  const std::locale &classic = std::locale::classic();
  puts(std::locale().name().c_str());
  CHECK(std::isalpha(in[0], classic)); // TURNS
  CHECK(std::islower(in[1], classic)); // TURNS
  CHECK(std::isdigit(in[2], classic)); // TURNS
  CHECK(std::isspace(in[3], classic)); // TURNS
  CHECK(std::isblank(in[4], classic)); // TURNS
  CHECK(std::ispunct(in[5], classic)); // TURNS
  CHECK(std::toupper(in[6], classic) == 'Y'); // TURNS
  CHECK(std::tolower(in[7], classic) == 'r'); // TURNS
  const auto &facet = std::use_facet<std::ctype<char>>(classic);
  char word[4] = {in[8], in[9], in[10], 0};
  facet.toupper(word, word + 3);
  CHECK(word[0] == 'Y'); // TURNS
  facet.tolower(word, word + 3);
  CHECK(word[2] == 'l'); // TURNS
  std::ctype_base::mask masks[12];
  facet.is(in, in + 12, masks);
  CHECK(masks[9] & std::ctype_base::xdigit); // TURNS
  printf("%td %td\n", facet.scan_is(std::ctype_base::upper, in, in + 12) - in,
         facet.scan_not(std::ctype_base::alpha, in, in + 12) - in);
  CHECK(facet.widen(in[8]) == 'W');      // TURNS
  CHECK(facet.narrow(in[8], '?') == 'V'); // TURNS
  std::locale shouting(classic, new Shouting);
  CHECK(std::toupper(in[10], shouting) == '!');
  std::locale separated(classic, new Separators);
  CHECK(std::isspace(in[11], separated)); // TURNS
  CHECK(std::isspace(in[11], classic));
}
