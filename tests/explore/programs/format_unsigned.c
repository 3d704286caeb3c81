// Numbers without a sign, of several sizes: a larger one is cut to what the letters say.
// input: mark
// kept
#include <braid.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  unsigned short x = 0;
  braid_symbolic(&x, sizeof x, "x");
  char text[64];
  sprintf(text, "%hhu", (unsigned char)x);
  if (strcmp(text, "207") == 0)
    return 1;
  int length = sprintf(text, "%lu", x * 1000000007ul);
  if (length == 14 && text[13] == '3')
    return 2;
  sprintf(text, "%u", (unsigned)-x);
  if (text[0] == '4')
    return 3;
  return 4;
}
