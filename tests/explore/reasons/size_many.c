// More sizes of a block than are tried.
// options: --stdin 2 --max-values 8
// reason: values left out by --max-values
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  char *block = malloc((size_t)(high << 8 | low)); // HERE
  if (block == NULL)
    return 2;
  if (high == 'x' && low == 'y')
    return 1;
  return 0;
}
