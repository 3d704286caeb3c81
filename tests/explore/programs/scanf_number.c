// Numbers read by scanf from standard input.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int n = 100;
  int found = scanf("%d", &n);
  if (found == EOF)
    return 1;
  if (found == 0) {
    if (getchar() == '?')
      return 2;
    return 3;
  }
  if (n > 5)
    return 4;
  else
    return 5;
}
