// A matrix of doubles whose rows are blocks of their own: the pointer to the row is looked up, then the element.
// input: stdin 2
// values: 8,8
// addresses: auto, lazy
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  double **rows = malloc(8 * sizeof *rows);
  for (int i = 0; i < 8; i++) {
    rows[i] = malloc(8 * sizeof **rows);
    for (int j = 0; j < 8; j++)
      rows[i][j] = i * 8 + j;
  }
  int a = getchar(), b = getchar();
  if (a < 0 || b < 0)
    return 5;
  a &= 7, b &= 7;
  rows[a][b] *= 1.5;
  if (rows[a][b] == 63)
    return 1;
  if (rows[b][a] + 1 == 43)
    return 2;
  if (rows[3][3] > 40)
    return 3;
  return 0;
}
