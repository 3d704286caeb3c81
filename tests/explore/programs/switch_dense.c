// A switch whose cases lie side by side.
// input: stdin 1
#include <stdio.h>

int main(void) {
  switch (getchar()) {
  case '0':
    return 10;
  case '1':
    return 11;
  case '2':
    return 12;
  case '3':
    return 13;
  case '4':
    return 14;
  case '5':
    return 15;
  default:
    return 0;
  }
}
