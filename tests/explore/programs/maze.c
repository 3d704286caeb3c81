// Two steps through a small maze; walls end the walk.
// input: stdin 2
#include <stdio.h>

static const char maze[4][5] = {"+-++", "|S |", "|# F", "+--+"};

int main(void) {
  int x = 1, y = 1, c;
  while ((c = getchar()) != EOF) {
    int to_x = x, to_y = y;
    switch (c) {
    case 'w':
      to_y--;
      break;
    case 's':
      to_y++;
      break;
    case 'a':
      to_x--;
      break;
    case 'd':
      to_x++;
      break;
    default:
      return 3;
    }
    if (maze[to_y][to_x] != ' ' && maze[to_y][to_x] != 'F')
      return 2;
    x = to_x;
    y = to_y;
  }
  if (maze[y][x] == 'S')
    return 0;
  else
    return 1;
}
