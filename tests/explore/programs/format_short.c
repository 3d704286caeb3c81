// Two bytes printed in decimal: of 65536 texts a few are looked for.
// input: mark
// kept
#include <braid.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  short x = 0;
  braid_symbolic(&x, sizeof x, "x");
  char text[8];
  int length = sprintf(text, "%hd", x);
  if (strcmp(text, "-32768") == 0)
    return 1;
  if (strcmp(text, "12345") == 0)
    return 2;
  if (text[length - 1] == '0' && text[length / 2] == '7')
    return 3;
  if (length == 2 && text[0] == '-' && text[1] == '4')
    return 4;
  return length + 4;
}
