// A number printed into a text, of which a character decides that need not be there.
// input: stdin 1
// kept
#include <stdio.h>

int main(void) {
  int c = getchar();
  char text[16];
  snprintf(text, sizeof text, "%d", c * 3);
  if (text[1] == '9') {
    if (c > 100) {
      return 1;
    } else {
      return 2;
    }
  }
  if (c == 40) {
    return 3;
  } else {
    return 4;
  }
}
