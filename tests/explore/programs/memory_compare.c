// Blocks of memory compared: both orders, and equality.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  unsigned char block[2] = {7, 7};
  size_t length = fread(block, 1, 2, stdin);
  int order = memcmp(block, "\x80Z", 2);
  if (order == 0)
    return 1;
  if (length == 2 && memcmp(block, block + 1, 1) == 0)
    return 2;
  if (order < 0)
    return 3;
  else
    return 4;
}
