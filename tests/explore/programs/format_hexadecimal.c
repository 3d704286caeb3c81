// A byte in base 16, in both cases and with a prefix, and in base 8.
// input: stdin 1
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  char text[32];
  switch (c & 3) {
  case 0:
    sprintf(text, "%x", (unsigned)c);
    return strcmp(text, "ac") == 0;
  case 1:
    sprintf(text, "%#X", (unsigned)c);
    return 2 + (strcmp(text, "0X5D") == 0);
  case 2:
    sprintf(text, "%#o|%o", (unsigned)c & 0xf0, (unsigned)c);
    return 4 + (strcmp(text, "0360|376") == 0 || strcmp(text, "0|2") == 0);
  default:
    sprintf(text, "%p", (void *)(unsigned long)(c & 0xf8));
    return 6 + (strcmp(text, "(nil)") == 0 || strcmp(text, "0xe8") == 0);
  }
}
