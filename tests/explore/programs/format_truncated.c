// Numbers that do not fit: the text is cut, the length is that of the whole.
// input: stdin 1
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  char text[8] = "unused";
  int wanted = snprintf(NULL, 0, "%d%%", c);
  if (wanted == 3)
    return 1;
  int length = snprintf(text, 3, "%d%%", c);
  if (length != wanted)
    return 2;
  if (strcmp(text, "25") == 0)
    return 3;
  if (strcmp(text, "8%") == 0)
    return 4;
  size_t room = 1;
  if (snprintf(text, room, "%u", (unsigned)c) == 3 && text[0] == 0)
    return 5;
  return 6;
}
