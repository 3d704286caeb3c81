/* The byte that more than half of all are, if there is one. */
#include "input.h"

int main(void) {
  unsigned char data[9];
  size_t size = read_bytes(data, sizeof data);
  unsigned char candidate = 0;
  unsigned votes = 0;
  for (size_t i = 0; i < size; i++) {
    if (votes == 0)
      candidate = data[i];
    if (data[i] == candidate)
      votes++;
    else
      votes--;
  }
  unsigned count = 0;
  for (size_t i = 0; i < size; i++)
    count += data[i] == candidate;
  if (2 * count > size)
    printf("%d\n", candidate);
  return 0;
}
