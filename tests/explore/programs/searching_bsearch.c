// The library's binary search for a symbolic key, and one by hand.
// input: stdin 1
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *key, const void *item) { return *(const int *)key - *(const int *)item; }

int main(void) {
  static const int items[] = {3, 8, 15, 77, 78, 140, 200};
  int key = getchar(), low = 0, high = 7;
  const int *found = bsearch(&key, items, 7, sizeof items[0], compare);
  while (low < high) {
    int middle = (low + high) / 2;
    if (items[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (found) {
    if (found - items == low) {
      return low;
    } else {
      return 99;
    }
  }
  return 10 + low;
}
