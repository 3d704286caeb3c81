// Pointers to variables chosen by decisions, pointer arithmetic and comparison.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int values[4] = {4, 40, 90, 200}, c = getchar();
  int *at = values, **way = &at;
  while (at < values + 3 && *at < c) {
    at++;
  }
  **way += c;
  if (at - values == 2) {
    if (*at == 150) {
      return 1;
    } else {
      return 2;
    }
  }
  if (at[0] > 250) {
    return 3;
  } else {
    return 4;
  }
}
