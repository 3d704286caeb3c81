// Text and characters: how much of a text there is, up to a precision, is decided, its characters are kept.
// input: stdin 2
// kept
#include <stdio.h>
#include <string.h>

int main(void) {
  char in[3] = "", text[32];
  if (fread(in, 1, 2, stdin) != 2)
    return 9;
  sprintf(text, "<%.1s|%-3s>%c", in, in, in[1]);
  if (strcmp(text, "<a|ab >b") == 0)
    return 1;
  if (strcmp(text, "<|   >!") == 0)
    return 2;
  if (text[1] == 'x')
    return 3;
  return 4;
}
