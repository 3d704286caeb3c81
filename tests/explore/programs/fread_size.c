// Blocks read by fread: whole ones, and a last one that is not.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  unsigned char block[4] = {0};
  size_t count = fread(block, 2, 2, stdin);
  if (count == 1) {
    if (block[0] < block[1]) {
      return 1;
    } else {
      return 2;
    }
  }
  if (feof(stdin) && block[0] == 9) {
    return 3;
  }
  return 4;
}
