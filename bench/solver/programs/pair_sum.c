/* Two numbers that add up to the first one. */
#include "input.h"

int main(void) {
  int32_t data[8];
  size_t size = read_numbers(data, 8);
  for (size_t i = 1; i < size; i++)
    for (size_t j = i + 1; j < size; j++)
      if ((uint32_t)data[i] + (uint32_t)data[j] == (uint32_t)data[0]) {
        printf("%zu and %zu\n", i, j);
        return 0;
      }
  return 1;
}
