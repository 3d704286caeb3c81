// A character looked at and given back.
// input: stdin 2
#include <stdio.h>

static int peek(void) {
  int c = getchar();
  if (c != EOF)
    ungetc(c, stdin);
  return c;
}

int main(void) {
  if (peek() == '/') {
    getchar();
    if (peek() == '/' || peek() == '*')
      return 1;
    return 2;
  }
  int c = getchar();
  if (c == EOF)
    return 3;
  else if (peek() == c)
    return 4;
  else
    return 5;
}
