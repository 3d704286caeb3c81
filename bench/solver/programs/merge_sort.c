/* Merge sort of bytes, from the bottom up. */
#include "input.h"

#include <string.h>

int main(void) {
  unsigned char data[8], merged[8];
  size_t size = read_bytes(data, sizeof data);
  for (size_t run = 1; run < size; run *= 2) {
    for (size_t begin = 0; begin < size; begin += 2 * run) {
      size_t middle = begin + run < size ? begin + run : size;
      size_t end = begin + 2 * run < size ? begin + 2 * run : size;
      size_t left = begin, right = middle;
      for (size_t i = begin; i < end; i++)
        if (left < middle && (right >= end || data[left] <= data[right]))
          merged[i] = data[left++];
        else
          merged[i] = data[right++];
    }
    memcpy(data, merged, size);
  }
  if (size == 8 && data[0] + data[7] == 100)
    puts("smallest and largest make 100");
  return 0;
}
