// A switch whose cases run on into the next ones, in a loop.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int steps = 0, n = getchar() & 7;
  while (steps < 9) {
    switch (n) {
    case 5:
      steps++;
      __attribute__((fallthrough));
    case 3:
      steps += 2;
      n = 1;
      __attribute__((fallthrough));
    case 1:
      steps++;
      break;
    case 6:
      n--;
      break;
    default:
      return steps;
    }
  }
  return steps + 100;
}
