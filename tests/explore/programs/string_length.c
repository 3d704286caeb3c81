// The length of a text that may be empty, end in a newline, or have a zero byte in it.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8] = "none";
  if (!fgets(text, sizeof text, stdin))
    return 9;
  size_t length = strlen(text);
  if (length > 0 && text[length - 1] == '\n')
    text[--length] = 0;
  return (int)length;
}
