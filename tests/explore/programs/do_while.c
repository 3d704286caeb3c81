// A loop that tests at its end, with continue and break.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int n = getchar(), rounds = 0;
  do {
    rounds++;
    if (n & 1) {
      n = 3 * n + 1;
      continue;
    }
    n /= 2;
    if (n == 20)
      break;
  } while (n > 1 && rounds < 5);
  return rounds * 10 + (n == 20);
}
