// A word looked for in a text, and a text looked for in a word.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[3] = "";
  text[fread(text, 1, 2, stdin)] = 0;
  if (strstr(text, "ab"))
    return 1;
  const char *found = strstr("xyzzy", text);
  if (!found)
    return 2;
  return 10 + (int)strlen(found);
}
