// A scanner of strings over up to 32 bytes: words, numbers and what lies between.
#include <stdio.h>
int main(void) {
  char text[33];
  if (!fgets(text, sizeof text, stdin))
    return 1;
  int words = 0, in_word = 0;
  for (const char *at = text; *at; at++) {
    if (*at == ' ') {
      in_word = 0;
    } else if (!in_word) {
      in_word = 1;
      words++;
    }
  }
  if (in_word)
    puts("ends in a word");
  return 0;
}
