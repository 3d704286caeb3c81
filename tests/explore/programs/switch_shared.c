// A switch whose cases share targets, one of them with the default.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int kind = 0;
  switch (getchar()) {
  case 'a':
  case 'e':
  case 'i':
  case 'o':
  case 'u':
    kind = 1;
    break;
  case ' ':
  case '\t':
  case '\n':
    kind = 2;
    break;
  case EOF:
    kind = 3;
    break;
  case 'y':
  default:
    kind = 4;
  }
  return kind;
}
