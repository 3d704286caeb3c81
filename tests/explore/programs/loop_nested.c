// Two loops, one in the other, with bounds from two bytes; the inner one is left early.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char bound[2];
  BRAID_SYMBOLIC(bound);
  unsigned outer = bound[0] & 3, inner = bound[1] % 5, count = 0;
  for (unsigned i = 0; i < outer; i++)
    for (unsigned j = 0; j < inner; j++) {
      if (i == j)
        break;
      count++;
    }
  return count > 3;
}
