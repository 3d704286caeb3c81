/* Heap sort. */
#include "sort.h"

static void sink(int *heap, int parent, int count) {
  for (int child; (child = 2 * parent + 1) < count; parent = child) {
    if (child + 1 < count && PRECEDES(heap[child], heap[child + 1]))
      child++;
    if (!PRECEDES(heap[parent], heap[child]))
      return;
    swap(&heap[parent], &heap[child]);
  }
}

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = N / 2; i-- > 0;)
    sink(numbers, i, N);
  for (int end = N - 1; end > 0; end--) {
    swap(&numbers[0], &numbers[end]);
    sink(numbers, 0, end);
  }
  return 0;
}
