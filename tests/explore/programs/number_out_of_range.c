// Numbers that do not fit into the integer that they are converted to: what the machine gives is followed.
// input: stdin 1
// kept
#include <stdio.h>

int main(void) {
  int i = getchar();
  if (i < 0)
    return 1;
  unsigned char small = (unsigned char)(i * 10.0f);
  if (small == 44)
    return 2;
  unsigned word = (unsigned)(10.0 - i);
  if (word == 4294967291u)
    return 3;
  int number = (int)(i * 1e8f);
  if (number < 0 && i < 100)
    return 4;
  short half = (short)(i * 1000.0);
  if (half == -25536)
    return 5;
  unsigned long large = (unsigned long)(i * 1e17);
  if (large == 0x8000000000000000ul)
    return 6;
  return 0;
}
