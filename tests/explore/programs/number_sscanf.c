// Numbers read by sscanf, one conversion after the other.
// input: stdin 2
#include <stdio.h>

int main(void) {
  char text[4] = "";
  if (!fgets(text, sizeof text, stdin)) {
    return 9;
  }
  int first = -1;
  char second = 0;
  int found = sscanf(text, "%1d%c", &first, &second);
  if (found == 2 && second == 'x') {
    return 10 + (first > 6);
  }
  if (found >= 1) {
    if (first == 0) {
      return 3;
    } else {
      return 4;
    }
  }
  if (found == 0) {
    return 5;
  } else {
    return 6;
  }
}
