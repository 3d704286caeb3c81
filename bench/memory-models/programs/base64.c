// Four digits of base 64 are three bytes.
#include <string.h>
#include <unistd.h>

int main(void) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  signed char value[256];
  unsigned char text[4];
  memset(value, -1, sizeof value);
  for (int i = 0; i < 64; i++)
    value[(unsigned char)digits[i]] = (signed char)i;
  if (read(0, text, 4) != 4)
    return 9;
  unsigned all = 0;
  for (int i = 0; i < 4; i++) {
    if (value[text[i]] < 0)
      return 8;
    all = all << 6 | (unsigned)value[text[i]];
  }
  return all == 0x48692e; /* Hi. */
}
