/* Selection sort of bytes; then are there equal neighbours? */
#include "input.h"

int main(void) {
  unsigned char data[6];
  size_t size = read_bytes(data, sizeof data);
  for (size_t i = 0; i + 1 < size; i++) {
    size_t smallest = i;
    for (size_t j = i + 1; j < size; j++)
      if (data[j] < data[smallest])
        smallest = j;
    unsigned char chosen = data[smallest];
    data[smallest] = data[i];
    data[i] = chosen;
  }
  for (size_t i = 0; i + 1 < size; i++)
    if (data[i] == data[i + 1])
      puts("twice");
  return 0;
}
