/* A language of one-letter commands for a robot on a small field. */
#include "input.h"

int main(void) {
  unsigned char text[10];
  size_t size = read_bytes(text, sizeof text);
  int x = 0, y = 0, carried = 0;
  for (size_t i = 0; i < size; i++) {
    switch (text[i]) {
    case 'n':
      y++;
      break;
    case 's':
      y--;
      break;
    case 'e':
      x++;
      break;
    case 'w':
      x--;
      break;
    case 't':
      if (x != 1 || y != 2)
        return 1;
      carried = 1;
      break;
    case 'd':
      if (!carried)
        return 2;
      puts(x == 0 && y == 0 ? "brought home" : "dropped");
      return 0;
    default:
      return 3;
    }
    if (x < 0 || y < 0 || x > 3 || y > 3)
      return 4;
  }
  return 5;
}
