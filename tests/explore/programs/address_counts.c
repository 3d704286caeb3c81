// How often each value occurs, counted in an array.
// input: stdin 3
// values: 4,4,4
// addresses: auto, theory, lazy
#include <unistd.h>

int main(void) {
  unsigned char text[3];
  int counts[4] = {0};
  if (read(0, text, 3) != 3)
    return 4;
  for (int i = 0; i < 3; i++)
    counts[text[i] & 3]++;
  return counts[2] == 2 ? 1 : counts[text[0] & 3] == 3 ? 2 : 0;
}
