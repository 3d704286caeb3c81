// A table that holds input, read at an index that is input too.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char table[4] = {10, 20, 30, 40}, index;
  braid_symbolic(&table[2], 1, "entry");
  BRAID_SYMBOLIC(index);
  unsigned char found = table[index & 3];
  if (found > 35)
    return 1;
  if (found == index)
    return 2;
  return 0;
}
