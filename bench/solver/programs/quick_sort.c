/* Quicksort of numbers, the middle one as pivot. */
#include "input.h"

static void sort(int32_t *data, int first, int last) {
  while (first < last) {
    int32_t pivot = data[first + (last - first) / 2];
    int low = first, high = last;
    while (low <= high) {
      while (data[low] < pivot)
        low++;
      while (data[high] > pivot)
        high--;
      if (low <= high) {
        int32_t other = data[low];
        data[low++] = data[high];
        data[high--] = other;
      }
    }
    sort(data, first, high);
    first = low;
  }
}

int main(void) {
  int32_t data[6];
  int size = (int)read_numbers(data, 6);
  sort(data, 0, size - 1);
  for (int i = 0; i < size; i++)
    printf("%d\n", data[i]);
  return 0;
}
