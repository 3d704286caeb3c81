// A block is read that is longer than the input: each byte of it is the input's or what was there before.
// input: stdin 2
#include <stdio.h>

int main(void) {
  char block[5] = "....";
  size_t count = fread(block, 1, 4, stdin);
  if (block[0] == 'a')
    puts("a first");
  if (block[1] == '.')
    puts(count < 2 ? "nothing second" : "a dot second");
  if (block[2] == 'x')
    puts("never");
  return block[0] == 'b' && count == 2;
}
