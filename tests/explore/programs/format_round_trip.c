// A number printed and read again, by three functions, is the number.
// input: mark
// kept
#include <assert.h>
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  signed char x = 0;
  braid_symbolic(&x, sizeof x, "x");
  char text[8];
  sprintf(text, "%d", x);
  assert(atoi(text) == x);
  sprintf(text, "%x", (unsigned char)x);
  if (strtoul(text, NULL, 16) != (unsigned char)x)
    return 1;
  sprintf(text, "%03d", x);
  int again = 0;
  if (sscanf(text, "%d", &again) != 1 || again != x)
    return 2;
  if (again == 99)
    return 3;
  return 4;
}
