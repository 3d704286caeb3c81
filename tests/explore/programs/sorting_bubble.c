// Bubble sort of the four halves of two bytes.
// input: mark
#include <braid.h>

int main(void) {
  unsigned char bytes[2];
  BRAID_SYMBOLIC(bytes);
  unsigned item[4] = {bytes[0] & 15u, bytes[0] >> 4, bytes[1] & 15u, bytes[1] >> 4};
  for (int i = 3; i > 0; i--)
    for (int j = 0; j < i; j++)
      if (item[j] > item[j + 1]) {
        unsigned other = item[j];
        item[j] = item[j + 1];
        item[j + 1] = other;
      }
  for (int i = 0; i < 3; i++)
    if (item[i] > item[i + 1])
      return 1;
  return 0;
}
