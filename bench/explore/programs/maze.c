/* The maze that Felipe Andres Manzano made famous: 28 steps through 11 x 7 fields, and a wall that is not one, so
   that there are four ways to the goal. */
#define N 28
#include "input.h"

#include <stdlib.h>

enum { WIDTH = 11, HEIGHT = 7 };

static char maze[HEIGHT][WIDTH + 1] = {"+-+---+---+", //
                                       "| |     |#|", //
                                       "| | --+ | |", //
                                       "| |   | | |", //
                                       "| +-- | | |", //
                                       "|     |   |", //
                                       "+-----+---+"};

int main(void) {
  int x = 1, y = 1;
  take_input();
  maze[y][x] = 'X';
  for (int i = 0; i < N; i++) {
    int from_x = x, from_y = y;
    switch (text[i]) {
    case 'w':
      y--;
      break;
    case 's':
      y++;
      break;
    case 'a':
      x--;
      break;
    case 'd':
      x++;
      break;
    default:
      return 1;
    }
    if (maze[y][x] == '#')
      abort();
    /* One may walk through the walls of the second row. */
    if (maze[y][x] != ' ' && !(y == 2 && maze[y][x] == '|' && x > 0 && x < WIDTH)) {
      x = from_x;
      y = from_y;
    }
    if (x == from_x && y == from_y)
      return 2;
    maze[y][x] = 'X';
  }
  return 3;
}
