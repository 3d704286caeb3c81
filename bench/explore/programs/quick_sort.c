/* Quicksort in Hoare's way: the middle number divides, two fingers move towards each other. */
#include "sort.h"

static void sort(int *numbers, int first, int last) {
  if (first >= last)
    return;
  int pivot = numbers[first + (last - first) / 2];
  int low = first, high = last;
  while (low <= high) {
    while (PRECEDES(numbers[low], pivot))
      low++;
    while (PRECEDES(pivot, numbers[high]))
      high--;
    if (low <= high)
      swap(&numbers[low++], &numbers[high--]);
  }
  sort(numbers, first, high);
  sort(numbers, low, last);
}

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  sort(numbers, 0, N - 1);
  return 0;
}
