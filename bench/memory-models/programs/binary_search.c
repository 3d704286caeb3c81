// Binary search for a key of two bytes in a sorted table of 64 numbers.
#include <stdint.h>
#include <unistd.h>

int main(void) {
  static uint16_t sorted[64];
  for (int i = 0; i < 64; i++)
    sorted[i] = (uint16_t)(i * i * 13);
  uint16_t key;
  if (read(0, &key, sizeof key) != sizeof key)
    return 2;
  int at = -1;
  for (int step = 64; step > 0; step /= 2)
    while (at + step < 64 && sorted[at + step] <= key)
      at += step;
  return at >= 0 && sorted[at] == key;
}
