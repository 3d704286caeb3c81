// braid_symbolic: marked variables of every kind, more than once, with names of their own.
// MARK: a "\x05\x00\x00\x00"
// MARK: text "abc\x00"
// MARK: a "\x07\x00\x00\x00"
#include <braid.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4] = "";
  for (int i = 0; i < 2; i++) {
    int a = 3;
    BRAID_SYMBOLIC(a);
    if (a == 6) // TURNS; BRANCH: not taken a == 6; BRANCH: not taken a#2 == 6
      puts("six");
    if (i == 0)
      BRAID_SYMBOLIC(text);
  }
  if (text[1] == 'x') // TURNS; BRANCH: not taken text[1] == 'x'
    puts("x");
  if (!braid_is_symbolic(text[2])) // CONCRETE
    puts("on its own");
  return 0;
}
