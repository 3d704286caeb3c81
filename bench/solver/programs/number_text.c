/* Numbers in any base with strtol, and what follows them. */
#include "input.h"

#include <stdlib.h>

int main(void) {
  char text[9], *rest;
  read_text(text, sizeof text);
  long number = strtol(text, &rest, 0);
  if (rest == text)
    return 1;
  if (*rest == 'k')
    number *= 1024;
  else if (*rest != 0)
    return 2;
  if (number > 100000)
    puts("large");
  if (number % 97 == 13)
    puts("special");
  return number < 0;
}
