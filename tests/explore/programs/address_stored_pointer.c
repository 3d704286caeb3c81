// A pointer that depends on input is put into memory, loaded again and written through.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

struct cursor {
  char *at;
};

static void put(struct cursor *cursor, char c) { *cursor->at++ = c; }

int main(void) {
  char text[16] = "...............";
  int c = getchar();
  if (c < 0)
    return 3;
  struct cursor cursor = {text + (c & 7)};
  put(&cursor, 'x');
  put(&cursor, 'y');
  return text[3] == 'y' ? 1 : text[7] == 'x' ? 2 : 0;
}
