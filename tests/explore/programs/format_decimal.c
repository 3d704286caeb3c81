// A signed byte printed in decimal: the sign and the number of digits are decided, then the text is compared.
// input: stdin 1
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  char text[8];
  int length = sprintf(text, "%d", (signed char)c);
  if (strcmp(text, "7") == 0)
    return 1;
  if (strcmp(text, "-128") == 0)
    return 2;
  if (length == 3 && text[2] == '9')
    return 3;
  if (text[0] == '0')
    return 4;
  return 5;
}
