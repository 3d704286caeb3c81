// The same variable marked twice, in a loop.
// input: mark
#include <braid.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    unsigned char item;
    BRAID_SYMBOLIC(item);
    if (item > 200)
      continue;
    sum += item;
  }
  if (sum == 123)
    return 1;
  if (sum > 300)
    return 2;
  else
    return 3;
}
