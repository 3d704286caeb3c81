// A machine by a table of states and classes of characters: accepts a*b.
// input: stdin 3
// values: 4,4,4
// addresses: auto, theory
#include <unistd.h>

static const unsigned char class_of[4] = {0, 1, 2, 2};
static const unsigned char next[3][3] = {{0, 1, 2}, {2, 2, 2}, {2, 2, 2}};

int main(void) {
  unsigned char text[3];
  if (read(0, text, 3) != 3)
    return 3;
  unsigned state = 0;
  for (int i = 0; i < 3; i++)
    state = next[state][class_of[text[i] & 3]];
  return state == 1 ? 1 : 0;
}
