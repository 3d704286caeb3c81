// A number read by atoi, with white space and sign.
// input: stdin 2
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char text[4] = "";
  if (!fgets(text, sizeof text, stdin))
    return 1;
  int value = atoi(text);
  if (value < 0)
    return 2;
  if (value > 50)
    return 3;
  if (value == 7)
    return 4;
  else
    return 0;
}
