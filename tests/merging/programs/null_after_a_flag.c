// A pointer and an index that are set on one side of a branch, and used after others.
#include <unistd.h>

static unsigned char in[8];
static volatile int sink;

int main(void) {
  static int global;
  int *pointer = &global, array[4] = {0}, index = 1;
  if (read(0, in, 4) < 0)
    return 1;
  if (in[0] == 'a')
    pointer = 0;
  if (in[3] == 'd')
    index = 9;
  if (in[1] == 'b')
    sink = 1;
  if (in[2] == 'c')
    *pointer = 3;
  if (in[1] == 'e')
    sink = array[index];
  return 0;
}
