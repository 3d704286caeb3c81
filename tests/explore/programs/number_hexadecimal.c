// One hexadecimal digit read by strtoul and once more by hand.
// input: stdin 1
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char text[2] = "";
  text[0] = (char)getchar();
  unsigned long value = strtoul(text, NULL, 16);
  unsigned by_hand = 0;
  if (text[0] >= '0' && text[0] <= '9')
    by_hand = (unsigned)(text[0] - '0');
  else if ((text[0] | 32) >= 'a' && (text[0] | 32) <= 'f')
    by_hand = (unsigned)((text[0] | 32) - 'a' + 10);
  if (value != by_hand)
    return 99;
  if (value == 12)
    return 1;
  return 0;
}
