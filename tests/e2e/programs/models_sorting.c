// Sorting and searching decide the sign of what the program's own comparison returns, and elements keep their
// meaning where they are moved to.
// INPUT: "fbdace cba"
// INPUT: "aaaaaaaaaa"
// INPUT: "\0\1\2\377\200\177\2xyz"
// VERIFY: --random 200
// NOTHING-LOST
#include "check.h"

#include <search.h>

static int by_byte(const void *left, const void *right) {
  return *(const unsigned char *)left - *(const unsigned char *)right;
}

static int by_text(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

struct large {
  char key, rest[39];
};

int main(void) {
  char in[10] = {0}, bytes[8];
  if (read(0, in, sizeof in) < 0)
    return 1;
  memcpy(bytes, in, 6);
  qsort(bytes, 6, 1, by_byte);
  CHECK(bytes[0] == 'a');
  CHECK(bytes[5] == 'f');
  CHECK(bsearch(in + 6, bytes, 6, 1, by_byte) != NULL);
  size_t count = 6;
  CHECK(lfind(in + 6, bytes, &count, 1, by_byte) == bytes + 2);
  lsearch(in + 6, bytes, &count, 1, by_byte);
  CHECK(count == 7);
  CHECK(bytes[count - 1] == ' ');

  char texts[3][3] = {{in[0], in[1]}, {in[2], in[3]}, {in[4]}}, *pointers[] = {texts[0], texts[1], texts[2]};
  qsort(pointers, 3, sizeof *pointers, by_text);
  CHECK(pointers[0] == texts[1]);

  struct large elements[4] = {{in[3], "0"}, {in[7], "1"}, {in[8], "2"}, {in[9], "3"}};
  qsort(elements, 4, sizeof *elements, by_byte);
  for (int i = 0; i < 4; i++)
    CHECK(elements[i].key == 'b' && elements[i].rest[0] == '2');
  return 0;
}
