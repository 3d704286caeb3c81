// Assumptions between decisions, one of them on one side of a branch only.
// input: stdin 1
#include <braid.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 'a') {
    braid_assume(c >= 'A');
    if (c > 'Z')
      return 1;
    else
      return 2;
  }
  braid_assume(c % 3 == 0);
  for (int i = 0; i < 4; i++)
    if (c == 'c' + 7 * i)
      return 10 + i;
  return 3;
}
