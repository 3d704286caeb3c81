/* Decodes base64 and looks at the result. */
#include "input.h"

static int digit(unsigned char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int main(void) {
  unsigned char text[8], bytes[6];
  size_t size = read_bytes(text, sizeof text), length = 0;
  for (size_t i = 0; i + 4 <= size; i += 4) {
    uint32_t group = 0;
    for (size_t j = 0; j < 4; j++) {
      int value = digit(text[i + j]);
      if (value < 0)
        return 1;
      group = group << 6 | (uint32_t)value;
    }
    for (int shift = 16; shift >= 0; shift -= 8)
      bytes[length++] = (unsigned char)(group >> shift);
  }
  if (length == 6 && bytes[0] == 'b' && bytes[1] == 'r' && bytes[5] == 0)
    puts("a word");
  return 0;
}
