// Lines read by fgets into a buffer that is shorter than they may be.
// input: stdin 2
#include <stdio.h>

int main(void) {
  char line[2];
  int lines = 0, blanks = 0;
  while (fgets(line, sizeof line, stdin)) {
    lines++;
    if (line[0] == ' ')
      blanks++;
  }
  return 10 * lines + blanks;
}
