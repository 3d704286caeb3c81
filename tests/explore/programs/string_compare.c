// A text compared with words.
// input: stdin 2
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char text[3] = "";
  size_t length = fread(text, 1, 2, stdin);
  text[length] = 0;
  if (strcmp(text, "no") == 0)
    return 1;
  if (strcmp(text, "k") > 0)
    return 2;
  if (strncmp(text, "axe", 1) == 0)
    return 3;
  if (strcasecmp(text, "UP") == 0) // too late: "up" is behind "k", "UP" is not
    return 4;
  return 0;
}
