// The library sorts, and the program's own comparison decides: where elements lie in between is state, too.
#include <stdlib.h>
#include <unistd.h>

static unsigned char in[8];

static int compare(const void *left, const void *right) {
  int x = *(const unsigned char *)left, y = *(const unsigned char *)right;
  if (x < y)
    return -1;
  if (x > y)
    return 1;
  return 0;
}

int main(void) {
  if (read(0, in, 3) < 0)
    return 1;
  qsort(in, 3, 1, compare);
  if (in[0] == 'c')
    if (in[1] == 'd')
      abort();
  if (in[1] == 'b')
    abort();
  return 0;
}
