// The library's sorting function with a comparison of the program's own.
// input: mark
#include <braid.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

int main(void) {
  unsigned char items[4] = {100, 0, 50, 0};
  braid_symbolic(&items[1], 1, "first");
  braid_symbolic(&items[3], 1, "second");
  qsort(items, 4, 1, compare);
  if (items[1] == 50)
    return 1;
  return 0;
}
