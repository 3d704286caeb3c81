// What kind of character it is, asked of the library.
// input: stdin 1
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (isalpha(c)) {
    if (isupper(c)) {
      return 1;
    } else if (tolower(c) == 'q') {
      return 2;
    } else {
      return 3;
    }
  }
  if (isdigit(c)) {
    return 4;
  }
  if (ispunct(c)) {
    if (c == '_') {
      return 5;
    } else {
      return 6;
    }
  }
  if (isspace(c)) {
    return 7;
  }
  if (iscntrl(c)) {
    return 8;
  } else {
    return 9;
  }
}
