/* Merge sort, from the top down: N! paths. */
#include "sort.h"

static void sort(int *numbers, int count) {
  if (count < 2)
    return;
  int half = count / 2, left = 0, right = half, merged[N];
  sort(numbers, half);
  sort(numbers + half, count - half);
  for (int i = 0; i < count; i++)
    if (right == count || (left < half && !PRECEDES(numbers[right], numbers[left])))
      merged[i] = numbers[left++];
    else
      merged[i] = numbers[right++];
  for (int i = 0; i < count; i++)
    numbers[i] = merged[i];
}

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  sort(numbers, N);
  return 0;
}
