// Fields of fixed width, filled with spaces or zeros on either side, and signs.
// input: stdin 1
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 20;
  int x = (signed char)c / 4;
  char text[32];
  switch (c & 3) {
  case 0:
    sprintf(text, "%5d|", x);
    return strcmp(text, "   -7|") == 0;
  case 1:
    sprintf(text, "%-5d|", x);
    return 2 + (strcmp(text, "12   |") == 0);
  case 2:
    sprintf(text, "%05d", x);
    return 4 + (strcmp(text, "-0031") == 0) + 2 * (strcmp(text, "00015") == 0);
  default:
    sprintf(text, "%+d% d%.2d", x, x, x);
    return 8 + (strcmp(text, "+9 909") == 0) + 2 * (strcmp(text, "-6-6-06") == 0);
  }
}
