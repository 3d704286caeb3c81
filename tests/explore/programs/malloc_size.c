// Memory of a size from input, filled and searched.
// input: stdin 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  size_t size = (size_t)(c >> 4);
  char *block = malloc(size + 1);
  if (!block)
    return 8;
  memset(block, c, size);
  block[size] = 0;
  int result = size > 12 ? 1 : memchr(block, 'a', size + 1) ? 2 : 3;
  free(block);
  return result;
}
