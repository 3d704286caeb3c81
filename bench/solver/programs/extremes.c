/* Smallest and largest number, their places, and the distance between them. */
#include "input.h"

int main(void) {
  int32_t data[8];
  size_t size = read_numbers(data, 8);
  if (size == 0)
    return 1;
  size_t smallest = 0, largest = 0;
  for (size_t i = 1; i < size; i++) {
    if (data[i] < data[smallest])
      smallest = i;
    else if (data[i] > data[largest])
      largest = i;
  }
  int64_t distance = (int64_t)data[largest] - data[smallest];
  if (distance > 4000000000)
    puts("far apart");
  else if (distance == 0)
    puts("all the same");
  printf("%zu %zu\n", smallest, largest);
  return 0;
}
