// Is the number the same when read backwards? Digits by division.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char n;
  BRAID_SYMBOLIC(n);
  unsigned rest = n, backwards = 0;
  while (rest) {
    backwards = 10 * backwards + rest % 10;
    rest /= 10;
  }
  if (backwards != n)
    return 1;
  if (n > 100)
    return 2;
  else
    return 3;
}
