/* Bubble sort of the input's bytes. */
#include "kernel.h"

static uint32_t kernel(unsigned char *data, size_t size) {
  uint32_t swaps = 0;
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j + 1 < size - i; j++)
      if (data[j] > data[j + 1]) {
        unsigned char larger = data[j];
        data[j] = data[j + 1];
        data[j + 1] = larger;
        swaps++;
      }
  return swaps;
}
