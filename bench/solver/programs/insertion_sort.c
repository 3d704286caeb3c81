/* Insertion sort of numbers. */
#include "input.h"

int main(void) {
  int32_t data[6];
  size_t size = read_numbers(data, 6);
  for (size_t i = 1; i < size; i++) {
    int32_t moved = data[i];
    size_t place = i;
    while (place > 0 && data[place - 1] > moved) {
      data[place] = data[place - 1];
      place--;
    }
    data[place] = moved;
  }
  if (size > 2 && data[0] < 0 && data[size - 1] > 1000000)
    puts("a wide range");
  return 0;
}
