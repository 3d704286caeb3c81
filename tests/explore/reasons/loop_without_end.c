// A loop as long as input says: longer than decisions are turned round.
// options: --stdin 2 --max-iterations 5
// reason: decisions left out by --max-iterations
#include <stdio.h>

int main(void) {
  int high = getchar(), low = getchar(), count = 0;
  if (high < 0 || low < 0)
    return 3;
  while (count < high * 256 + low) // HERE
    count++;
  if (count == 9)
    return 1;
  return 0;
}
