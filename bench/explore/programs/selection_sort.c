/* Selection sort. It forgets what it learned when it looks for the next smallest number, so there are more paths
   than orders. */
#include "sort.h"

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = 0; i + 1 < N; i++) {
    int smallest = i;
    for (int j = i + 1; j < N; j++)
      if (PRECEDES(numbers[j], numbers[smallest]))
        smallest = j;
    swap(&numbers[i], &numbers[smallest]);
  }
  return 0;
}
