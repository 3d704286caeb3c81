// A switch on 64 bits computed from one byte, with cases beyond 32 bits.
// input: stdin 1
#include <stdio.h>

int main(void) {
  long long c = getchar();
  switch (c * c * c * 100000) {
  case 0:
    return 1;
  case 12500000000: // 50 * 50 * 50
    return 2;
  case -100000: // at the end of input
    return 3;
  case 12500000001:
    return 4;
  }
  return 0;
}
