/* Heap sort of numbers. */
#include "input.h"

static void sink(uint32_t *heap, size_t at, size_t size) {
  for (size_t child; (child = 2 * at + 1) < size; at = child) {
    if (child + 1 < size && heap[child + 1] > heap[child])
      child++;
    if (heap[at] >= heap[child])
      return;
    uint32_t larger = heap[child];
    heap[child] = heap[at];
    heap[at] = larger;
  }
}

int main(void) {
  uint32_t data[6];
  size_t size = read_numbers((int32_t *)data, 6);
  for (size_t i = size / 2; i-- > 0;)
    sink(data, i, size);
  for (size_t end = size; end > 1; end--) {
    uint32_t largest = data[0];
    data[0] = data[end - 1];
    data[end - 1] = largest;
    sink(data, 0, end - 1);
  }
  return size > 0 && data[0] == 0;
}
