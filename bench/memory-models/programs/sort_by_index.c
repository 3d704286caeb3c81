// Numbers are sorted by exchanging their indices.
#include <unistd.h>

int main(void) {
  unsigned char text[4], order[4] = {0, 1, 2, 3};
  if (read(0, text, 4) != 4)
    return 9;
  for (int i = 0; i < 4; i++)
    order[i] = order[i] ^ (text[i] & 1 ? 1 : 0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3 - i; j++)
      if (text[order[j]] > text[order[j + 1]]) {
        unsigned char kept = order[j];
        order[j] = order[j + 1];
        order[j + 1] = kept;
      }
  return order[0] == order[1];
}
