// Binary search for a key in a sorted array of constants, in a function that gets the array.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>

static int find(const int *sorted, int count, int key) {
  int low = 0, high = count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && sorted[low] == key ? low : -1;
}

int main(void) {
  const int sorted[6] = {3, 14, 15, 92, 165, 253};
  int c = getchar();
  if (c < 0)
    return 9;
  return find(sorted, 6, c) + 1;
}
