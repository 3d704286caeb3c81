/* Bubble sort in its plainest form: N! paths. */
#include "sort.h"

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int end = N; end > 1; end--)
    for (int i = 0; i + 1 < end; i++)
      if (PRECEDES(numbers[i + 1], numbers[i]))
        swap(&numbers[i], &numbers[i + 1]);
  return 0;
}
