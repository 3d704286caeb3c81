// Formatting keeps the meaning of text, characters and whole numbers where they lie in the output, and says where it
// loses other numbers.
// INPUT: "abc\0\005zzz"
// INPUT: "abcd\377\1zz"
// INPUT: "\0\0\0\0\0\0\0\0"
// VERIFY: --random 200
#define _GNU_SOURCE
#include "check.h"
#include <wchar.h>

int main(void) {
  char in[8] = {0}, text[8] = "", out[64] = "", *allocated;
  if (read(0, in, sizeof in) < 0)
    return 1;
  memcpy(text, in, 4);
  CHECK(sprintf(out, "<%s>%c", text, in[5]) == 6);
  CHECK(out[1] == 'q'); // TURNS
  CHECK(out[5] == 'q'); // TURNS
  CHECK(snprintf(out, 6, "%5.2s|%-4s", text, text) == 10);
  CHECK(out[3] == 'a');
  CHECK(asprintf(&allocated, "%*s-%s", 6, text, "end") == 10);
  CHECK(allocated[5] == 'c');
  free(allocated);
  CHECK(sprintf(out, "%d", in[4]) == 2); // TURNS
  CHECK(out[0] == '-');
  CHECK(out[0] == '9');               // TURNS
  CHECK(sprintf(out, "%#x", in[6] & 0xff) == 3); // TURNS
  CHECK(out[2] == 'c');               // TURNS
  sprintf(out, "%*d|", in[7] & 7, 1); // TURNS
  CHECK(out[3] == '1');
  CHECK(snprintf(NULL, 0, "%hhu", in[7]) == 1); // TURNS
  CHECK(__builtin___snprintf_chk(out, 3, 0, sizeof out, "%ld", in[6] * 1000003L) == 7); // TURNS
  double number = in[5] / 2.0;
  sprintf(out, "%.1f", number); // LOST: MODEL
  CHECK(out[0] == '3');         // CONCRETE
  sprintf(out, "%.1Lf", (long double)in[5]); // LOST: TYPE
  CHECK(out[0] == '3');                      // CONCRETE
  sprintf(out, "%2$s %1$d", in[5], "text"); // LOST: MODEL
  CHECK(out[5] == '3');                     // CONCRETE
  sprintf(out, "%'d", in[5]); // LOST: MODEL
  wchar_t wide[20];
  swprintf(wide, 20, L"%d", in[5]); // LOST: MODEL
  CHECK(wide[0] == L'3');           // CONCRETE
  return 0;
}
