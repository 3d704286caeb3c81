// An assertion that fails for some inputs.
// input: stdin 1
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 1;
  int square = (c - 100) * (c - 100);
  assert(square != 49);
  if (square > 5000)
    return 1;
  return 0;
}
