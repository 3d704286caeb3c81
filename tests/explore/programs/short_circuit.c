// Conditions that are evaluated only as far as needed, with side effects in them.
// input: stdin 2
#include <stdio.h>

static int calls;
static int between(int x, int low, int high) {
  calls++;
  return low <= x && x <= high;
}

int main(void) {
  int a = getchar(), b = getchar();
  if ((between(a, 'a', 'f') || between(a, 'A', 'F')) && (between(b, '0', '9') || b == a))
    return 10 + calls;
  if (!(a > b) || (b & 1 && a != 'z'))
    return 20 + calls;
  return calls;
}
