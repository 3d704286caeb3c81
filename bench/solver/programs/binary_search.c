/* Binary search for the last byte among the others, which must be sorted. */
#include "input.h"

int main(void) {
  unsigned char data[13];
  size_t size = read_bytes(data, sizeof data);
  if (size < 2)
    return 1;
  unsigned char wanted = data[--size];
  for (size_t i = 0; i + 1 < size; i++)
    if (data[i] > data[i + 1])
      return 2;
  size_t low = 0, high = size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (data[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  puts(low < size && data[low] == wanted ? "found" : "not found");
  return 0;
}
