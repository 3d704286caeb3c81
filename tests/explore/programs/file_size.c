// The size of the input asked for in advance, by fseek and ftell.
// input: stdin 2
#include <stdio.h>

int main(void) {
  if (fseek(stdin, 0, SEEK_END) != 0)
    return 9;
  long size = ftell(stdin);
  rewind(stdin);
  if (size < 1)
    return 1;
  int first = getchar();
  if (size == first)
    return 2;
  if (size == 2 && getchar() == first)
    return 3;
  else
    return 4;
}
