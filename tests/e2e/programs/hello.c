// The smallest of all: a byte is read, a branch and a switch depend on it.
// INPUT: "ab"
// INPUT: "xyz"
// NOTHING-LOST
// RESTARTS
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char text[2] = {0};
  read(0, text, sizeof text);
  if (text[0] == 'a') // TURNS; BRANCH: taken stdin[0] == 'a'; BRANCH[2]: not taken stdin[0] == 'a'
    puts("an a");
  switch (text[1]) { // TURNS; SWITCH: default; SWITCH[2]: case 'y'
  case 'x':
    puts("an x");
    break;
  case 'y':
    puts("a y");
    break;
  }
  return 0;
}
