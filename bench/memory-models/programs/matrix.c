// Elements of a matrix at symbolic rows and columns.
#include <unistd.h>

int main(void) {
  short cells[8][8] = {{0}};
  unsigned char text[4];
  for (int i = 0; i < 8; i++)
    cells[i][7 - i] = (short)(i + 1);
  if (read(0, text, 4) != 4)
    return 9;
  cells[text[0] & 7][text[1] & 7] = 5;
  return cells[text[2] & 7][text[3] & 7] == 5 ? 1 : cells[text[1] & 7][text[0] & 7] > 6 ? 2 : 0;
}
