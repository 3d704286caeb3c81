/* Is it the same backwards, letters in either case? */
#include "input.h"

int main(void) {
  unsigned char text[12];
  size_t size = read_bytes(text, sizeof text);
  for (size_t i = 0; i < size; i++)
    if (text[i] >= 'A' && text[i] <= 'Z')
      text[i] |= 0x20;
  for (size_t i = 0; i < size / 2; i++)
    if (text[i] != text[size - 1 - i]) {
      puts("no");
      return 1;
    }
  puts("yes");
  return 0;
}
