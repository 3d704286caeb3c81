// Library functions on memory: compared, searched, moved and filled bytes keep their meaning.
// INPUT: "abcdabceABCDxyz0"
// INPUT: "xxbcabcdxxbbaabb"
// INPUT: "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
// VERIFY: --random 200
// NOTHING-LOST
#define _GNU_SOURCE
#include "check.h"

#include <strings.h>

int main(void) {
  char in[16] = {0}, out[64] = "................................";
  if (read(0, in, sizeof in) < 0)
    return 1;
  CHECK(memcmp(in, in + 4, 4) > 0);
  CHECK(bcmp(in, "abcd", 3) == 0);
  CHECK(memchr(in, 'b', 8) == in + 1);
  CHECK(memchr("abcdef", in[0], 6) != NULL);
  CHECK(memrchr(in, 'b', 8) == in + 5);
  CHECK(memmem(in, 8, "ab", 2) == in + 4);
  CHECK(memmem("xxabxx", 6, in, 2) != NULL);
  CHECK(rawmemchr(memcpy(out, "abcdefgh", 9), 'e') == out + 4);
  CHECK(memccpy(out, in, 'c', 8) == out + 3);
  CHECK(out[1] == 'b'); // BRANCH[1]: taken stdin[1] == 'b'
  memmove(out + 1, in + 8, 6);
  CHECK(out[5] == 'x'); // TURNS
  memset(out, in[14], 5);
  CHECK(out[4] == 'z');            // TURNS
  memset(out, in[15], in[15] & 7); // LENGTH
  void *(*volatile copy)(void *, const void *, size_t) = memcpy;
  copy(out, in + 10, 4);
  CHECK(out[3] == 'y'); // TURNS
  swab(in + 8, out, 4);
  CHECK(out[0] == 'B');
  memfrob(out, 1);
  CHECK((out[0] ^ 42) == 'C');
  bcopy(in, out, 2);
  bzero(out, 1);
  CHECK(out[0] == 0); // CONCRETE
  return 0;
}
