// When the table of events is full the run ends in order, with that as the reason.
// INPUT: PATTERN 64
// END: events
// VERIFY: --table 50 --turns 0
#include "check.h"

int main(void) {
  begin();
  int count = 0;
  for (int i = 0; i < 100000; i++)
    if (input_bytes[i % 64] == i % 256) // BRANCH: not taken
      count++;
  printf("%d\n", count);
  return 0;
}
