// Texts copied, joined and cut, and compared afterwards.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4] = "", joined[16];
  if (scanf("%2s", text) != 1)
    return 1;
  strcpy(joined, "<");
  strncat(joined, text, 2);
  strcat(joined, ">");
  if (strcmp(joined, "<=>") == 0)
    return 2;
  if (joined[1] == joined[2])
    return 3;
  if (memchr(joined, '>', 2))
    return 4;
  else
    return 5;
}
