// Input is put into an array, and other input chooses an element of it.
// input: stdin 3
// values: 4,4,4
// addresses: auto, theory, lazy
#include <unistd.h>

int main(void) {
  unsigned char text[3] = {9, 9, 9};
  if (read(0, text, 3) != 3)
    return 3;
  unsigned char at = text[2] % 3;
  return text[at] == 2 ? 1 : 0;
}
