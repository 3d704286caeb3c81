// An element of a matrix, row and column from input, read and written.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>

int main(void) {
  short cells[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
  int row = getchar(), column = getchar();
  if (row < 0 || column < 0)
    return 5;
  row &= 3, column &= 3;
  cells[column][row] = 0;
  return cells[row][column] > 10 ? 1 : cells[2][1] == 0 ? 2 : 0;
}
