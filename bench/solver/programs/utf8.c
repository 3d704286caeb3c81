/* Is this UTF-8? Overlong forms, surrogates and numbers beyond Unicode are not. */
#include "input.h"

int main(void) {
  unsigned char data[8];
  size_t size = read_bytes(data, sizeof data);
  unsigned characters = 0;
  for (size_t i = 0; i < size; characters++) {
    unsigned char first = data[i++];
    unsigned more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : 9;
    if (more > size - i)
      return 1;
    uint32_t code = more == 0 ? first : first & (0x3fu >> more);
    for (unsigned j = 0; j < more; j++) {
      if ((data[i] & 0xc0) != 0x80)
        return 2;
      code = code << 6 | (data[i++] & 0x3f);
    }
    if ((more == 1 && code < 0x80) || (more == 2 && code < 0x800) || (more == 3 && code < 0x10000))
      return 3;
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      return 4;
  }
  printf("%u characters\n", characters);
  return 0;
}
