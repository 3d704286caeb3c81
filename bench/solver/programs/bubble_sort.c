/* Bubble sort of bytes that stops when nothing was out of order. */
#include "input.h"

int main(void) {
  unsigned char data[7];
  size_t size = read_bytes(data, sizeof data);
  unsigned swaps = 0;
  for (size_t end = size; end > 1; end--) {
    int swapped = 0;
    for (size_t i = 0; i + 1 < end; i++)
      if (data[i] > data[i + 1]) {
        unsigned char larger = data[i];
        data[i] = data[i + 1];
        data[i + 1] = larger;
        swapped = 1;
        swaps++;
      }
    if (!swapped)
      break;
  }
  printf("%u swaps\n", swaps);
  return 0;
}
