// A machine with a table of states and classes of characters.
// input: stdin 2
#include <stdio.h>

enum { START, NUMBER, NAME, BAD };

static int class_of(int c) {
  if (c >= '0' && c <= '9')
    return 0;
  if ((c >= 'a' && c <= 'z') || c == '_')
    return 1;
  return 2;
}

int main(void) {
  static const int next[4][3] = {{NUMBER, NAME, BAD}, {NUMBER, BAD, BAD}, {NAME, NAME, BAD}, {BAD, BAD, BAD}};
  int state = START, c;
  while ((c = getchar()) != EOF)
    state = next[state][class_of(c)];
  return state;
}
