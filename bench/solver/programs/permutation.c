/* Is the second half a permutation of the first? */
#include "input.h"

int main(void) {
  unsigned char data[8];
  size_t size = read_bytes(data, sizeof data) / 2;
  unsigned char used[4] = {0};
  for (size_t i = 0; i < size; i++) {
    size_t j = 0;
    while (j < size && (used[j] || data[size + j] != data[i]))
      j++;
    if (j == size) {
      puts("no");
      return 1;
    }
    used[j] = 1;
  }
  puts("yes");
  return 0;
}
