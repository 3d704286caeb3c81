// Numbers read at any byte of a text, wider than the step.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned char text[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

int main(void) {
  int c = getchar();
  if (c < 0)
    return 3;
  uint32_t number;
  memcpy(&number, text + (c & 7), sizeof number);
  text[(c >> 3 & 3) + 4] = 0;
  return number == 0x07060504 ? 1 : text[6] == 0 ? 2 : 0;
}
