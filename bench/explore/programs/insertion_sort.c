/* Insertion sort: N! paths. */
#include "sort.h"

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = 1; i < N; i++)
    for (int j = i; j > 0 && PRECEDES(numbers[j], numbers[j - 1]); j--)
      swap(&numbers[j], &numbers[j - 1]);
  return 0;
}
