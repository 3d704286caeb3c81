// A value that goes through inline assembly.
// input: stdin 1
#include <stdio.h>

int main(void) {
  unsigned c = (unsigned)getchar(), rotated = c;
  __asm__("roll $3, %0" : "+r"(rotated));
  if (rotated == 0x328)
    return 1;
  if (c > 100)
    return 2;
  else
    return 3;
}
