// A check whether two bytes are one character, or two, in UTF-8.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char text[2];
  BRAID_SYMBOLIC(text);
  int characters = 0;
  for (int i = 0; i < 2; i++) {
    if (text[i] < 0x80) {
      characters++;
      continue;
    }
    if (text[i] < 0xc2 || text[i] > 0xdf)
      return 9; // a continuation, too long a form, or more than two bytes
    if (i + 1 == 2 || (text[i + 1] & 0xc0) != 0x80)
      return 8;
    characters++;
    i++;
  }
  return characters;
}
