// A switch on 16 bits with a few cases that are far apart, and another on what is left.
// input: mark
#include <braid.h>

int main(void) {
  unsigned short word;
  BRAID_SYMBOLIC(word);
  switch (word) {
  case 0:
    return 1;
  case 77:
    return 2;
  case 0x1234:
    return 3;
  case 0xfffe:
    return 4;
  }
  switch (word >> 12) {
  case 1:
    if (word == 0x1234)
      return 5;
    else
      return 6; // the first is impossible
  case 15:
    return 7;
  }
  return 0;
}
