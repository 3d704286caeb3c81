// Classifying a character decides nothing by itself; the program's branch on the result does.
// INPUT: "a5 Z"
// INPUT: "\200\377_\t"
// VERIFY: --random 200
// NOTHING-LOST
#include "check.h"

#include <ctype.h>
#include <wctype.h>

int main(void) {
  signed char in[4] = {0};
  if (read(0, in, sizeof in) < 0)
    return 1;
  CHECK(isalpha((unsigned char)in[0])); // TURNS
  CHECK(isdigit((unsigned char)in[1])); // TURNS
  CHECK(isspace((unsigned char)in[2])); // TURNS
  CHECK(isupper(in[3]));                // TURNS
  CHECK(tolower(in[3]) == 'z');
  CHECK(toupper(in[0]) == 'A');
  CHECK(tolower(in[0]) == 0x80);
  for (int i = 0; i < 4; i++) {
    int c = (unsigned char)in[i];
    CHECK(isalnum(c));
    CHECK(isblank(c));
    CHECK(iscntrl(c));
    CHECK(isgraph(c));
    CHECK(islower(c));
    CHECK(isprint(c));
    CHECK(ispunct(c));
    CHECK(isxdigit(c));
    CHECK(isascii(c));
    CHECK(toascii(c) == 0x7f);
  }
  wint_t wide = (unsigned char)in[0] & 0x7f;
  CHECK(iswalpha(wide));
  CHECK(towupper(wide) == L'A');
  return 0;
}
