// A floating-point number in a text is lost where it is printed: then its values are tried one by one.
// input: stdin 1
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  char text[16];
  sprintf(text, "%.1f", (c & 7) / 2.0);
  if (strcmp(text, "3.5") == 0)
    return 1;
  if (text[2] == '0')
    return 2;
  return 3;
}
