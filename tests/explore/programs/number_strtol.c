// A number read by strtol, whose base the text decides, and where it ended.
// input: stdin 2
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char text[8] = "", *end;
  text[fread(text, 1, 2, stdin)] = 0;
  long value = strtol(text, &end, 0);
  if (end == text)
    return 1;
  if (*end)
    return 2;
  if (value == 8 - 1)
    return 3;
  if (value > 70)
    return 4;
  else
    return 5;
}
