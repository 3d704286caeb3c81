/* A walk through a maze: w, a, s and d are the steps. Which input reaches the treasure? */
#include <stdio.h>
#include <stdlib.h>

static char maze[7][12] = {"+-+---+---+", "| |     |#|", "| | --+ | |", "| |   | | |",
                           "| +-- | | |", "|     |   |", "+-----+---+"};

int main(void) {
  int x = 1, y = 1;
  for (int step = 0; step < 28; step++) {
    maze[y][x] = 'X';
    int next_x = x, next_y = y;
    switch (getchar()) {
    case 'w':
      next_y--;
      break;
    case 's':
      next_y++;
      break;
    case 'a':
      next_x--;
      break;
    case 'd':
      next_x++;
      break;
    default:
      return 1;
    }
    if (maze[next_y][next_x] == '#') {
      puts("the treasure!");
      abort();
    }
    if (maze[next_y][next_x] != ' ')
      return 2; /* a wall, or a place visited before */
    x = next_x;
    y = next_y;
  }
  return 3;
}
