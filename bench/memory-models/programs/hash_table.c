// Keys go into a hash table with open addressing.
#include <unistd.h>

int main(void) {
  signed char slots[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  unsigned char keys[3];
  if (read(0, keys, 3) != 3)
    return 9;
  int collisions = 0;
  for (int i = 0; i < 3; i++) {
    unsigned at = keys[i] * 7u % 8;
    while (slots[at] >= 0 && slots[at] != (keys[i] & 127)) {
      at = (at + 1) % 8;
      collisions++;
    }
    slots[at] = (signed char)(keys[i] & 127);
  }
  return collisions == 2;
}
