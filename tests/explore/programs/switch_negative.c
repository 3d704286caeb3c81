// A switch with negative cases on a signed byte, and on the same byte without its sign.
// input: mark
#include <braid.h>

int main(void) {
  signed char value;
  BRAID_SYMBOLIC(value);
  int result = 0;
  switch (value) {
  case -128:
    result = 1;
    break;
  case -1:
    result = 2;
    break;
  case 0:
    result = 3;
    break;
  case 127:
    result = 4;
    break;
  }
  switch ((unsigned char)value) {
  case 255:
    return result + 10;
  case 128:
    return result + 20;
  case 200:
    return result + 30;
  }
  return result;
}
