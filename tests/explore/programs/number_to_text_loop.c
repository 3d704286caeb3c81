// A number turned into text by the program itself, digit by digit from the end.
// input: stdin 1
// kept
#include <stdio.h>
#include <string.h>

static char *text_of(int value, char *end) {
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  *--end = 0;
  do
    *--end = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0)
    *--end = '-';
  return end;
}

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  char room[16], *text = text_of((signed char)c, room + sizeof room);
  if (strcmp(text, "7") == 0)
    return 1;
  if (strcmp(text, "-101") == 0)
    return 2;
  return 3;
}
