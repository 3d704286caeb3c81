// Widths and precisions that depend on input: as much is decided as can be seen in the text.
// input: stdin 2
// values: 8,256
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  int first = getchar(), second = getchar();
  if (second == EOF)
    return 9;
  int width = (first & 7) - 4, x = second & 15;
  char text[32];
  sprintf(text, "%*d|", width, x);
  if (strcmp(text, " 12|") == 0)
    return 1;
  if (strcmp(text, "5   |") == 0)
    return 2;
  sprintf(text, "%.*d|%.*s", width, x, width, "abc");
  if (strcmp(text, "014|abc") == 0)
    return 3;
  if (strcmp(text, "|") == 0)
    return 4;
  return 5;
}
