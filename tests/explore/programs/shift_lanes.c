// Shifts by more than the width, of vectors and of 128 bits: which of them they are is decided, and each is tried.
// input: stdin 1
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  int n = getchar();
  if (n < 0)
    return 1;
  four amounts = {n, 1, 2, 3}, ones = {1, 1, 1, 1};
  four shifted = ones << amounts;
  if (shifted[0] == 16) {
    if (n > 4)
      return 2;
    return 3;
  }
  unsigned __int128 wide = (unsigned __int128)1 << n;
  if (wide == (unsigned __int128)1 << 9) {
    if (n > 9)
      return 4;
    return 5;
  }
  return 0;
}
