// A table of pointers to texts of different lengths.
// input: stdin 2
// values: 4,3
// addresses: auto, theory, lazy
#include <stdio.h>

static const char *const words[] = {"on", "off", "up", "down"};

int main(void) {
  int which = getchar(), letter = getchar();
  if (which < 0 || letter < 0)
    return 3;
  return words[which & 3][letter & 1] == 'o' ? 1 : 0;
}
