/* Kinds of characters, as ctype.h has them. */
#include "input.h"

#include <ctype.h>

int main(void) {
  unsigned char text[8];
  size_t size = read_bytes(text, sizeof text);
  unsigned letters = 0, digits = 0, spaces = 0, upper = 0;
  for (size_t i = 0; i < size; i++) {
    if (isalpha(text[i])) {
      letters++;
      if (text[i] == toupper(text[i]))
        upper++;
    } else if (isdigit(text[i])) {
      digits++;
    } else if (isspace(text[i])) {
      spaces++;
    }
  }
  if (letters == digits && spaces > 1)
    puts("balanced");
  if (upper > 3)
    puts("loud");
  return 0;
}
