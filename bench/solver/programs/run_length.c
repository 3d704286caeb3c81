/* Run-length encoding, and whether it pays. */
#include "input.h"

int main(void) {
  unsigned char data[12], encoded[24];
  size_t size = read_bytes(data, sizeof data), length = 0;
  for (size_t i = 0; i < size;) {
    size_t run = 1;
    while (i + run < size && data[i + run] == data[i])
      run++;
    encoded[length++] = (unsigned char)run;
    encoded[length++] = data[i];
    i += run;
  }
  if (length < size)
    puts("shorter");
  if (length >= 2 && encoded[length - 2] == 5 && encoded[length - 1] == 'x')
    puts("ends in xxxxx");
  return 0;
}
