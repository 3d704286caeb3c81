/* Where does the first number come again, and how often? */
#include "input.h"

int main(void) {
  int32_t data[10];
  size_t size = read_numbers(data, 10);
  if (size == 0)
    return 1;
  unsigned count = 0;
  size_t last = 0;
  for (size_t i = 1; i < size; i++)
    if (data[i] == data[0]) {
      count++;
      last = i;
    }
  if (count > 2)
    puts("often");
  printf("%zu\n", last);
  return 0;
}
