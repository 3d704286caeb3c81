// A null pointer that some inputs lead to.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int value = 5, *pointer = &value, c = getchar();
  if (c > 'x')
    pointer = NULL;
  if (c == 'x' + 2)
    pointer = &c;
  if (*pointer == 5)
    return 1;
  return 0;
}
