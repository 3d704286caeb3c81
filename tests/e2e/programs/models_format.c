// Formatting keeps the meaning of text where it lies in the output, and says when it loses a number.
// INPUT: "abc\0\005zzz"
// INPUT: "abcd\377\1zz"
// INPUT: "\0\0\0\0\0\0\0\0"
// VERIFY: --random 200
#define _GNU_SOURCE
#include "check.h"

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
  sprintf(out, "%d", in[4]);
  CHECK(out[0] == '-'); // CONCRETE
  return 0;
}
