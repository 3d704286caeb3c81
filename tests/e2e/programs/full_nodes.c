// When the table of expressions is full the run ends in order, with that as the reason.
// INPUT: PATTERN 64
// END: nodes
// VERIFY: --nodes 200 --turns 0
#include "check.h"

int main(void) {
  begin();
  unsigned total = 0;
  for (int i = 0; i < 100000; i++)
    total = total * 3 + input_bytes[i % 64];
  CHECK(total == 5);
  return 0;
}
