// Switches that compilers make tests of bits of: dense groups of cases.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  switch (c) {
  case 'a':
  case 'e':
  case 'i':
  case 'o':
  case 'u':
    return 1;
  case 'b':
  case 'c':
  case 'd':
    return 2;
  case -1:
    return 3;
  default:
    return 0;
  }
}
